/** One crop of an image from the media folder, with the data that a page needs before the image loads. */
export interface Crop {
  /** Name of the file in the media folder. */
  url: string
  width: number
  height: number
  /** A `data:` URI of a few pixels, shown while the image loads. */
  placeholder: string | null
}

/**
 * The parser replaces an image name in front matter (`picture`) and in the attributes of a part with this object. An
 * `img` element in the text has these fields as its props `src`, `width`, `height` and `placeholder`.
 */
export interface ContentImage extends Crop {
  /** The portrait crop `…-tall.webp`, if the media folder has one. Phones show it in portrait orientation. */
  tall?: Crop
}
