import { inflateRawSync } from 'node:zlib'

import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

export interface MailingServer {
  app: FastifyInstance
  post: (
    url: string,
    body: object | string,
    options?: { from?: string; headers?: Record<string, string> },
  ) => Promise<Answer>
  submit: (url: string, fields: Record<string, string>) => Promise<Answer & { flash: Record<string, unknown> | null }>
  rows: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>
  queued: () => Promise<string[]>
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: { message?: string; details?: { fields?: Record<string, string> }; accepted?: boolean; done?: boolean }
  text: string
}

let visitors = 0

/** Starts the shop's API. Each test begins with empty tables of emails, hints and subscriptions. */
export async function openMailingServer(t: Test, env: NodeJS.ProcessEnv = {}): Promise<MailingServer> {
  const app = await buildShopServer(await sharedCommerce(), { TRUST_PROXY: '1', ...env })
  t.teardown(() => app.close())
  if (!env['DATABASE_URL'])
    t.beforeEach(async () => {
      await app.database.query('TRUNCATE subscriptions, hints, suppression, stock_alerts, letters')
    })

  const inject = async (url: string, payload: object | string, headers: Record<string, string>): Promise<Answer> => {
    const answer = await app.inject({ method: 'POST', url, payload, headers })
    const isJson = (answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json<Answer['body']>() : {},
      text: answer.body,
    }
  }

  return {
    app,
    post(url, body, { from = newAddress(), headers = {} } = {}) {
      return inject(url, body, {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...headers,
      })
    },
    async submit(url, fields) {
      const answer = await inject(url, new URLSearchParams(fields).toString(), {
        accept: 'text/html,application/xhtml+xml',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': newAddress(),
      })
      return { ...answer, flash: readFlash(String(answer.headers['set-cookie'] ?? '')) }
    },
    rows: (sql, values) => app.database.query(sql, values),
    queued: async () =>
      (await app.database.query<{ name: string }>('SELECT name FROM letters ORDER BY queued_at')).map(
        ({ name }) => name,
      ),
  }
}

function newAddress(): string {
  visitors += 1
  return `10.0.${Math.floor(visitors / 250)}.${visitors % 250}`
}

function readFlash(cookie: string): Record<string, unknown> | null {
  const [, value] = /flash=([^.;%]+)/.exec(cookie) ?? []
  return value
    ? (JSON.parse(inflateRawSync(Buffer.from(value, 'base64url')).toString()) as Record<string, unknown>)
    : null
}
