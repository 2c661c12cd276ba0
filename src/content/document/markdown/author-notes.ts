/** What an author will want to know of a text, line by line; lines from 1. */
export interface AuthorNotes {
  fault: (line: number, message: string) => void
  /** A link that may lead to another page of ours. */
  link: (line: number, to: string) => void
}
