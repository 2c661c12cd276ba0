/** The same words for both readers. The Russian is written, not translated. */
export interface Words {
  en: string
  ru: string
}
