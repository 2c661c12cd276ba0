/** The same words for both readers. The Russian is written, not translated. */
export interface MessageSet {
  en: string
  ru: string
}
