/* The yardstick of scripts/bench/throughput: what libvips itself needs to make two JPEGs of every
   photo in a folder from one decode, with the settings of `box: [320, 1024]`, and nothing else: no
   catalog, no hashing, no syncing, no second process.

   loop FOLDER OUT: prints the number of photos done. */

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <vips/vips.h>

static const int boxes[] = {1024, 320}; /* largest first: the first decides the decode */

static void stop(const char *path) {
  fprintf(stderr, "loop: %s: %s\n", path, vips_error_buffer());
  exit(1);
}

/* The factor that fits a picture into a box, never enlarging. */
static double fit(VipsImage *image, int box) {
  return fmin(1.0, fmin((double)box / image->Xsize, (double)box / image->Ysize));
}

/* Opens a photo, by the largest shrink of the decoder's that leaves a factor of 2 to the resize. */
static VipsImage *open_photo(const char *path) {
  VipsImage *image = vips_image_new_from_file(path, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
  if (!image) stop(path);
  double left = 1 / fit(image, boxes[0]);
  int shrink = 1;
  while (shrink < 8 && left / (shrink * 2) >= 2) shrink *= 2;
  if (shrink == 1) return image;
  g_object_unref(image);
  image = vips_image_new_from_file(
      path, "access", VIPS_ACCESS_SEQUENTIAL, "shrink", shrink, "fail_on", VIPS_FAIL_ON_TRUNCATED,
      NULL);
  if (!image) stop(path);
  return image;
}

/* Leaves nothing but the pixels, as `metadata: strip` would. */
static void save(VipsImage *image, const char *path) {
  if (vips_jpegsave(
          image, path, "Q", 90, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_ON, "optimize_coding",
          TRUE, "strip", TRUE, NULL))
    stop(path);
}

static void develop(const char *folder, const char *name, const char *out) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  VipsImage *source = open_photo(path), *decoded, *upright, *pixels, *resized;
  /* A sequential picture can be read once, from top to bottom: both turning and the second output
     need it in memory, and a turned one is kept so that it is turned once. */
  if (!(decoded = vips_image_copy_memory(source))) stop(path);
  if (vips_autorot(decoded, &upright, NULL)) stop(path);
  if (!(pixels = vips_image_copy_memory(upright))) stop(path);
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
    if (vips_resize(pixels, &resized, fit(pixels, boxes[i]), NULL)) stop(path);
    snprintf(path, sizeof path, "%s/%s-%d.jpg", out, name, boxes[i]);
    save(resized, path);
    g_object_unref(resized);
  }
  g_object_unref(pixels);
  g_object_unref(upright);
  g_object_unref(decoded);
  g_object_unref(source);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: loop FOLDER OUT\n");
    return 64;
  }
  if (VIPS_INIT(argv[0])) stop("libvips");
  vips_concurrency_set(1);
  vips_cache_set_max(0);

  DIR *folder = opendir(argv[1]);
  if (!folder) {
    perror(argv[1]);
    return 1;
  }
  int done = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || (strcasecmp(dot, ".jpg") && strcasecmp(dot, ".jpeg"))) continue;
    develop(argv[1], entry->d_name, argv[2]);
    done++;
  }
  closedir(folder);
  printf("%d\n", done);
  return 0;
}
