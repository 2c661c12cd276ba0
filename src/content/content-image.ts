export interface Crop {
  /** Name of the file in the media folder. */
  url: string
  width: number
  height: number
  /** A `data:` URI of a few pixels, shown while the image loads. */
  placeholder: string | null
}

/**
 * Replaces an image name in front matter (`picture`) and in attributes of a part. An `img` in the text has these fields
 * as props `src`, `width`, `height` and `placeholder`.
 */
export interface ContentImage extends Crop {
  /** The portrait crop `…-tall.webp`, if there is one. Phones show it in portrait orientation. */
  tall?: Crop
}
