import { text } from 'node:stream/consumers'

import pg from 'pg'

// Reads a JSON array of SQL statements from standard input, runs them in order on `DATABASE_URL`, and prints a JSON array
// of their rows.
const connectionString = process.env['DATABASE_URL']
const statements = JSON.parse(await text(process.stdin)) as string[]
const client = new pg.Client({ connectionString })
try {
  await client.connect()
  const answers: unknown[] = []
  for (const statement of statements) answers.push((await client.query(statement)).rows)
  console.log(JSON.stringify(answers))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.end()
}
