#pragma once
#include <vips/vips.h>

// VIPS_INIT is a macro.
static inline int minilab_vips_init(const char *program) { return VIPS_INIT(program); }

// g_object_set and g_object_get are variadic, which Swift cannot call.
static inline void minilab_set_object(void *object, const char *name, void *value) {
  g_object_set(object, name, value, NULL);
}

static inline void *minilab_get_object(void *object, const char *name) {
  void *value = NULL;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline int minilab_get_int(void *object, const char *name) {
  int value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}

// VIPS_AREA is a macro; the array holds references to its images until it is released.
static inline void minilab_set_images(
    void *object, const char *name, VipsImage **images, int count) {
  VipsArrayImage *array = vips_array_image_new(images, count);
  g_object_set(object, name, array, NULL);
  vips_area_unref(VIPS_AREA(array));
}
