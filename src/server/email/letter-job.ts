import type { Letter, LetterPlace, RenderedLetter } from '#shared/letters/letter.ts'

/** What is kept of a letter until it has been handed over. */
export interface LetterJob {
  /** Of the letter, not of the job: it stays the same however often the letter is sent again. */
  id: string
  to: string
  letter: Letter
  preferencesUrl: string | null
  unsubscribeUrl: string | null
}

/** Gives a letter its words; comes with the pages. */
export type RenderLetter = (letter: Letter, place: LetterPlace) => Promise<RenderedLetter>
