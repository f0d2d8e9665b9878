print("minilab")
