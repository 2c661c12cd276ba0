import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

import t from 'tap'

import { startEmbeddedCommerce, type EmbeddedCommerce, type EmbeddedCommerceOptions } from '#dev/embedded-commerce.ts'
import { postgresHome, removeDataFolder } from '#dev/postgres-home.ts'
import { isRunning, type ProcessIdentity } from '#dev/processes/process-identity.ts'
import { testCommerceOptions } from '#test/support/commerce.ts'
import { until } from '#test/support/until.ts'

const logLines: string[] = []
const standard = testCommerceOptions('start')
const options: EmbeddedCommerceOptions = {
  ...standard,
  // Other test files end what a killed start left running; these tests kill starts, and look at what is left.
  dataDir: join(standard.dataDir, 'data'),
  log: (line) => void logLines.push(line),
}
// Starts six backends one after the other, possibly on a slow machine.
t.setTimeout(900_000)
t.teardown(() => {
  removeDataFolder(options.dataDir)
  rmSync(standard.dataDir, { recursive: true, force: true })
})
t.beforeEach(() => void logLines.splice(0))

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

function noted(name: string): ProcessIdentity {
  return JSON.parse(readFileSync(join(options.dataDir, 'run', `${name}.json`), 'utf8')) as ProcessIdentity
}

function leftovers(): string[] {
  return readdirSync(join(options.dataDir, 'run'))
}

async function answers({ medusaUrl }: EmbeddedCommerce): Promise<boolean> {
  return fetch(`${medusaUrl}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function startErrorOf(changes: Partial<EmbeddedCommerceOptions>): Promise<string> {
  try {
    await (await startEmbeddedCommerce({ ...options, ...changes })).stop()
    return 'it started'
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StartError') throw error
    return error.message
  }
}

t.test('a taken port ends the start with the port and its setting, and nothing keeps running', async (t) => {
  const { server, port } = await occupy()
  t.teardown(() => server.close())
  t.match(
    await startErrorOf({ port }),
    new RegExp(`^Port ${port} on 127.0.0.1 is taken by another program; .*COMMERCE_PORT\\.$`),
  )
  t.same(leftovers(), [], 'nothing had begun')
  t.match(await startErrorOf({ databasePort: port }), new RegExp(`^Port ${port} on .*COMMERCE_DATABASE_PORT\\.$`))
  t.same(leftovers(), [])
})

t.test('an unreachable database of the operator ends the start with one sentence', async (t) => {
  const { server, port } = await occupy()
  server.close()
  t.match(
    await startErrorOf({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none` }),
    /^The shop's database does not do what it is asked: .*ECONNREFUSED/,
  )
  t.same(leftovers(), [])
})

t.test('an aborted start leaves no process behind', async (t) => {
  const abort = new AbortController()
  const starting = startEmbeddedCommerce({
    ...options,
    signal: abort.signal,
    log: (line) => line.startsWith('Starting Medusa') && setTimeout(() => abort.abort(), 300),
  })
  await t.rejects(starting, { name: 'AbortError' })
  t.same(leftovers(), [])
})

t.test('a second start on one data folder is refused, and the first start continues', async (t) => {
  let fatal = ''
  const commerce = await startEmbeddedCommerce({ ...options, onFatal: (text) => (fatal = text) })
  t.teardown(commerce.stop)
  t.match(
    await startErrorOf({}),
    new RegExp(`^Another start \\(process ${process.pid}\\) already uses the data folder .*DATA_DIR\\.$`),
  )
  t.ok(await answers(commerce))

  t.test('Medusa is restarted after a crash, and the crash is logged', async (t) => {
    const { pid } = noted('medusa')
    process.kill(pid, 'SIGKILL')
    await until(() => logLines.includes('Medusa answers again.'), 180_000)
    t.match(
      logLines.find((line) => line.includes('exited unexpectedly')),
      /^Medusa exited unexpectedly \(SIGKILL, log .*\); restarting it in 1 s\.$/,
    )
    t.ok(await answers(commerce))
  })

  t.test('a crash of the database server is reported as fatal', async (t) => {
    process.kill(noted('postgres').pid, 'SIGKILL')
    await until(() => fatal !== '', 180_000)
    t.match(fatal, /^PostgreSQL exited unexpectedly; the reason is at the end of .*postgres\.log\.$/)
  })
})

t.test('after a start was killed, the next one uses the same ports', async (t) => {
  const [{ server: one, port }, { server: two, port: databasePort }] = [await occupy(), await occupy()]
  one.close()
  two.close()
  const same = { ...options, port, databasePort }
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', starter(same)], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => killed.stdout.once('data', resolve))
  const [medusa, postgres] = [noted('medusa'), noted('postgres')]
  killed.kill('SIGKILL')
  await until(() => !isRunning(medusa), 180_000)
  t.ok(isRunning(postgres), 'PostgreSQL does not')

  const commerce = await startEmbeddedCommerce(same)
  t.notOk(isRunning(postgres), 'but it is ended by the next start')
  t.match(logLines[0], /^Ended what an earlier start left running: postgres\.$/)
  t.ok(await answers(commerce))
  await commerce.stop()
  t.same(leftovers(), [])
})

t.test(
  'root can keep the data in a folder that only root may enter',
  { skip: process.getuid?.() !== 0 && 'only root meets this' },
  async (t) => {
    const closed = `${options.dataDir}-closed`
    mkdirSync(closed, { recursive: true })
    chmodSync(closed, 0o700)
    const dataDir = join(closed, 'data')
    t.teardown(() => rmSync(closed, { recursive: true, force: true }))
    const commerce = await startEmbeddedCommerce({ ...options, dataDir })
    const place = readFileSync(join(dataDir, 'postgres-home'), 'utf8')
    t.ok(
      logLines.some((line) => line.includes(`its data lives in ${place}`)),
      logLines.join('\n'),
    )
    t.equal(statSync(place).uid, 65534)
    await commerce.stop()
    t.equal(
      postgresHome(dataDir, options.commerceDir, options.log).data,
      join(place, 'postgres'),
      'the place is remembered',
    )
    removeDataFolder(dataDir)
    t.notOk(existsSync(place))
  },
)

function starter(same: EmbeddedCommerceOptions): string {
  const module = new URL('../../src/dev/embedded-commerce.ts', import.meta.url).href
  return `
    const { startEmbeddedCommerce } = await import(${JSON.stringify(module)})
    await startEmbeddedCommerce({ ...${JSON.stringify(same)}, log() {} })
    console.log('ready')
    setInterval(() => {}, 1000)`
}
