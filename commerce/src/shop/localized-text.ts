/** A text in English and Russian. */
export interface LocalizedText {
  en: string
  ru: string
}
