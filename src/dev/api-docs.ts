import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { OpenAPIV3_1 } from 'openapi-types'

import { buildApi } from '#server/app.ts'
import { MAX_LINES } from '#server/cart/cart-lines.ts'
import {
  ITEMS_HELD,
  ITEMS_PER_ORDER,
  OF_ONE_PRODUCT,
  ORDERS_A_DAY,
  SHARE_OF_STOCK,
} from '#server/cart/unpaid-limits.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { networksOf } from '#server/http/client-network.ts'
import type { Limit } from '#server/http/rate-limit.ts'
import { ApiError } from '#shared/api-error.ts'

export const API_DOCS_PATH = '/docs'

/** By the beginnings of the paths of routes. The first match applies. */
const TAGS = [
  {
    name: 'catalog',
    description: 'Products, categories, search and suggestions.',
    paths: ['/api/products', '/api/categories'],
  },
  {
    name: 'cart',
    description: 'The cart and the steps of checkout.',
    paths: ['/api/carts', '/api/address-forms'],
  },
  {
    name: 'orders',
    description: 'Orders, order look-up, withdrawals and transfers.',
    paths: ['/api/orders'],
  },
  {
    name: 'newsletter',
    description: 'Subscriptions, preferences, hints and stock alerts.',
    paths: ['/api/email-subscribe', '/api/drop-a-hint', '/api/back-in-stock'],
  },
  {
    name: 'contact',
    description: 'Messages to the shop.',
    paths: ['/api/contact'],
  },
  {
    name: 'content',
    description: 'Queries of the content engine.',
    paths: ['/api/_content'],
  },
  {
    name: 'operation',
    description: 'Probes, and signed calls of the commerce backend.',
    paths: ['/api/_internal/', '/healthz', '/readyz'],
  },
  {
    name: 'visitor',
    description: 'Country, currency, delivery and consent of a visitor.',
    paths: ['/api/'],
  },
]

/** Registers `app.swagger()` and the documentation under `/docs`. Register it before the routes. */
export const apiDocs = fp(
  async function apiDocs(app) {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Storefront API',
          description: 'The HTTP API that the storefront pages call.',
          version: '0.2.0',
        },
        tags: TAGS.map(({ name, description }) => ({ name, description })),
      },
      transform({ schema, url, route }) {
        const tag = TAGS.find(({ paths }) => paths.some((path) => url.startsWith(path)))?.name
        if (!tag) return { url, schema: { ...schema, hide: true } }
        const response = { ...errorResponses(route), ...(schema?.response as object | undefined) }
        return { url, schema: { ...schema, tags: [tag], response } }
      },
    })
    await app.register(swaggerUi, { routePrefix: API_DOCS_PATH, staticCSP: true })
  },
  { name: 'api-docs' },
)

/** Of routes that do not declare them. The introduction of `docs/api.md` describes them once. */
const ERRORS = {
  400: 'The request violates its schema.',
  403: 'The request did not come from the origin of the shop.',
  429: 'Too many requests. `Retry-After` says when to try again.',
  503: 'The server or the commerce backend is overloaded or unavailable. `Retry-After` says when to try again.',
}

function errorResponses({ method, schema }: Pick<RouteOptions, 'method' | 'schema'>) {
  const hasInput = Boolean(schema?.body ?? schema?.querystring ?? schema?.params)
  const isWrite = ![method].flat().includes('GET')
  return Object.fromEntries(
    Object.entries(ERRORS)
      .filter(([status]) => (status !== '400' || hasInput) && (status !== '403' || isWrite))
      .map(([status, description]) => [status, { ...ApiError, description }]),
  )
}

/** A server that is ready and does not listen, for `swagger()`. */
export async function buildDocumentedApi(): Promise<FastifyInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-api-'))
  // Nothing listens on port 9: no request is sent to the backend.
  const config = loadConfig({
    MEDUSA_URL: 'http://127.0.0.1:9',
    MEDUSA_PUBLISHABLE_KEY: 'pk_none',
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    SECRET: 'x'.repeat(32),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  })
  const app = await buildApi(config as ServerConfig, { apiDocs })
  app.addHook('onClose', async () => rm(dataDir, { recursive: true, force: true }))
  await app.ready()
  return app
}

type Schema = OpenAPIV3_1.SchemaObject

export function describeApi(app: FastifyInstance): string {
  const { paths = {} } = app.swagger() as OpenAPIV3_1.Document
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      ...(operation as OpenAPIV3_1.OperationObject),
    })),
  )
  const sections = TAGS.map(({ name, description }) => {
    const ofTag = routes.filter(({ tags }) => tags?.includes(name))
    return [
      `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      description,
      ...ofTag.map((route) => describeRoute(route)),
    ].join('\n\n')
  })
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

const INTRODUCTION = `# API

The storefront pages call these routes. This file is generated from the schemas of the routes: run \`npm run docs:api\`
after changing one. \`npm run dev\` serves the same description at \`/docs\`, where each route can be tried, and as
OpenAPI 3.1 at \`/docs/json\`.

- Amounts are integers in hundredths of the currency, also for currencies without decimals.
- A route also accepts the form encoding of its body, for pages without JavaScript. It then redirects to a page.
- An error is \`{ statusCode, message, details? }\`. \`message\` is in the language of the visitor. A body that violates
  its schema is answered with 400 and names the field.
- Requests that change something are accepted only from the shop's own origin.
- Calls below \`/api/_internal\` are signed by the commerce backend.`

export function describeLimits({ limits }: FastifyInstance): string {
  const rows = limits.map(({ name, max, seconds, per, crowd }) => {
    const counted = networksOf('2001:db8::').map(({ factor }) => String(max * factor))
    return [name, per ?? 'network', ...(per ? [max, '', ''] : counted), timeOf(seconds), crowdOf(crowd)].join(' | ')
  })
  const unpaid = networksOf('2001:db8::').map(({ factor }) => factor)
  const held = [
    ['unpaid orders', ORDERS_A_DAY, timeOf(86_400)],
    ['items of unpaid orders', ITEMS_HELD, 'until paid'],
    ['items of one variant in unpaid orders', OF_ONE_PRODUCT, 'until paid'],
  ] as const
  const unpaidRows = held.map(([name, max, time]) =>
    [name, 'network', ...unpaid.map((factor) => max * factor), time, ''].join(' | '),
  )
  const table = [...rows, ...unpaidRows].map((row) => `| ${row} |`).join('\n')
  return `${LIMITS_INTRODUCTION}\n${table}\n`
}

const LIMITS_INTRODUCTION = `# Limits

This file is generated from the limits of the routes: run \`npm run docs:api\` after changing one. A request beyond a limit
is answered with 429, \`Retry-After\` and, in \`details.limit\`, the name of the limit.

- A network is an IPv4 address or an IPv6 /64. The /56 and the /48 around it are counted too, with four and sixteen times
  the maximum. What a smaller network may not send does not count for the larger ones.
- No limit refuses all visitors together. If more requests than “crowded” says arrive in the same time, each network is
  left only its share, until that time ends.
- A mailbox is an email address without \`+suffix\`, and without the dots of Gmail. Beyond “unconfirmed emails to a mailbox”
  the response stays the same, and no email is sent.
- Unpaid orders of all networks hold at most ${SHARE_OF_STOCK * 100} % of the stock of a variant, and an order by invoice has at most ${ITEMS_PER_ORDER}
  items. \`UNPAID_ORDER_LIMITS=off\` removes the limits of unpaid orders.
- A cart has at most ${MAX_LINES} lines.
- With \`REDIS_URL\` all processes count together, otherwise each process counts for itself, and the numbers below apply to
  each.
- Medusa limits payment events and the sign-in of staff itself (\`commerce/src/http/guard.ts\`).

| Limit | Counts | Maximum | of a /56 | of a /48 | in | crowded |
|---|---|--:|--:|--:|---|---|`

function timeOf(seconds: number): string {
  const [size, unit] = UNITS.find(([unitSeconds]) => seconds % unitSeconds === 0) ?? [1, 'second']
  return seconds === size ? `a ${unit}`.replace('a hour', 'an hour') : `${seconds / size} ${unit}s`
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const

function crowdOf(crowd: Limit['crowd']): string {
  return crowd ? `from ${crowd.max}: ${crowd.share} each` : ''
}

interface Route extends OpenAPIV3_1.OperationObject {
  title: string
}

function describeRoute({ title, summary = '', parameters = [], requestBody, responses = {} }: Route): string {
  const inputs = (parameters as OpenAPIV3_1.ParameterObject[]).map(
    ({ name, in: place, required, schema }) =>
      `- ${place} \`${name}${required ? '' : '?'}\`: ${typeCode(schema as Schema)}`,
  )
  const body = schemaOf(requestBody)
  const answers = Object.entries(responses).flatMap(([status, response]) => {
    const schema = schemaOf(response)
    return !(status in ERRORS) && schema && schema.type !== 'null' ? [`- ${status}: ${typeCode(schema, 1)}`] : []
  })
  const lines = [...inputs, ...(body ? [`- body: ${typeCode(body, 1)}`] : []), ...answers]
  return [`### \`${title}\``, `${summary}.`, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}

function schemaOf(message: unknown): Schema | undefined {
  return (message as { content?: Record<string, { schema?: Schema }> } | undefined)?.content?.['application/json']
    ?.schema
}

function typeCode(schema: Schema, depth = 0): string {
  return `\`${typeOf(schema, depth).replaceAll('`', '')}\``
}

/** `depth` is how many levels of objects are written out. */
function typeOf(schema: Schema, depth: number): string {
  const {
    anyOf,
    enum: values,
    const: constant,
    type,
    items,
    properties,
  } = schema as Omit<Schema, 'const'> & { const?: unknown; items?: Schema }
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one as Schema, depth)))].join(' | ')
  if (type === 'array') {
    const item = typeOf(items ?? {}, depth)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (type !== 'object') return String(type ?? 'unknown')
  if (!properties || depth === 0) return 'object'
  const required = new Set(schema.required)
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${typeOf(field as Schema, depth - 1)}`,
  )
  return `{ ${fields.join('; ')} }`
}
