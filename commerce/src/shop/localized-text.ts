export interface LocalizedText {
  en: string
  ru: string
}
