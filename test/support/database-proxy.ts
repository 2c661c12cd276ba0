import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import type { Test } from 'tap'

/**
 * A point at which a program makes data durable: the commit of a transaction that wrote, or a write outside a
 * transaction.
 */
interface DurablePoint {
  number: number
  sql: string
  isTransaction: boolean
}

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>

type Cut = (point: DurablePoint) => void
type Counts = (point: Pick<DurablePoint, 'sql' | 'isTransaction'>) => boolean

const WRITE = /^\s*(insert into|update|delete from)\s+("?\w+"?\.)?("?\w+"?)/i
const HEADER = 5

/** A proxy between a program and its PostgreSQL (without TLS) that stops the program between two durable points. */
export async function startDatabaseProxy(t: Pick<Test, 'teardown'>, target: string) {
  const upstream = new URL(target)
  const sockets = new Set<Socket>()
  const watched: { at?: number | undefined; cut?: Cut | undefined; counts?: Counts | undefined; isCut: boolean } = {
    isCut: false,
  }
  const points: DurablePoint[] = []
  let isAway = false

  function meet(sql: string, isTransaction: boolean): boolean {
    if (watched.counts?.({ sql, isTransaction }) === false) return true
    const point = { number: points.length + 1, sql, isTransaction }
    points.push(point)
    if (point.number !== watched.at) return true
    watched.isCut = true
    watched.cut?.(point)
    return false
  }

  const server = createServer((client) => {
    if (isAway) {
      client.destroy()
      return
    }
    const database = connect(Number(upstream.port), upstream.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('close', () => (client.destroy(), database.destroy(), sockets.delete(socket)))
      socket.on('error', () => {})
    }
    const statements = createStatementReader(meet)
    database.pipe(client)
    client.on('data', (chunk) => {
      const onward = watched.isCut ? Buffer.alloc(0) : statements(chunk)
      if (!watched.isCut) database.write(onward)
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    points,
    /**
     * Restarts the count. At the durable point with this number, everything stops before it is durable, and `cut` is
     * called.
     * @param counts false for points that are ignored, such as those of background work
     */
    watch(at?: number, cut?: Cut, counts?: Counts) {
      points.length = 0
      Object.assign(watched, { at, cut, counts, isCut: false })
    },
    /** From now on, closes and refuses connections as a stopped PostgreSQL does, until `comeBack`. */
    goAway() {
      isAway = true
      for (const socket of sockets) socket.destroy()
    },
    comeBack() {
      isAway = false
    },
  }
}

function createStatementReader(meet: (sql: string, isTransaction: boolean) => boolean): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  let transaction: { written: string | undefined } | undefined

  function mayPass(message: Buffer): boolean {
    const sql = statementOf(message)
    if (sql === undefined) return true
    if (/^\s*(begin|start transaction)/i.test(sql)) transaction = { written: undefined }
    else if (/^\s*rollback\s*;?\s*$/i.test(sql)) transaction = undefined
    else if (/^\s*commit/i.test(sql)) {
      const written = transaction?.written
      transaction = undefined
      return written === undefined || meet(written, true)
    } else {
      const [written] = WRITE.exec(sql) ?? []
      if (written === undefined) return true
      if (!transaction) return meet(written, false)
      transaction.written = written
    }
    return true
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const passed: Buffer[] = []
    for (;;) {
      // The first message of a connection has no type byte.
      const skip = hasStarted ? 1 : 0
      if (rest.length < skip + 4) break
      const end = skip + rest.readUInt32BE(skip)
      if (rest.length < end) break
      const message = rest.subarray(0, end)
      if (hasStarted && !mayPass(message)) break
      hasStarted = true
      passed.push(message)
      rest = rest.subarray(end)
    }
    return Buffer.concat(passed)
  }
}

function statementOf(message: Buffer): string | undefined {
  const type = String.fromCodePoint(message[0] ?? 0)
  if (type !== 'Q' && type !== 'P') return undefined
  const text = message.subarray(HEADER).toString('utf8')
  return type === 'Q' ? text.replaceAll('\0', '') : text.split('\0', 2)[1]
}
