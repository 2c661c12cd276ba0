import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One call of the backend's store or auth API. Names without a question mark are required. */
export interface ContractRow {
  id: string
  method: string
  path: string
  /** `[key]` stands for any name. */
  query: string[]
  body: string[]
  accept: string
  hasToken: boolean
}

export function readRows(): ContractRow[] {
  const text = readFileSync(join(import.meta.dirname, 'rows.txt'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', method = '', path = '', query = '', body = '', answer = '', token] = line
        .split('|')
        .map((cell) => cell.trim())
      return {
        id,
        method,
        path,
        query: query.split(' ').filter(Boolean),
        body: body.split(' ').filter(Boolean),
        accept: answer === 'text' ? 'text/plain' : 'application/json',
        hasToken: token === 'token',
      }
    })
}
