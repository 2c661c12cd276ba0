export interface Crop {
  /** A file of the media folder. */
  url: string
  width: number
  height: number
}

/** Replaces an image name in front matter and in attributes of a part. An `img` in the text has the fields as props. */
export interface ContentImage extends Crop {
  /** The file `…-tall.webp`, for phones in portrait orientation. */
  tall?: Crop
}
