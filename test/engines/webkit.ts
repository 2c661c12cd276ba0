import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver'

import { freePort } from '#dev/processes/ports.ts'
import { until } from '#test/support/until.ts'

import type { Engine, EnginePage } from './engine.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const MINI_BROWSERS = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE, Space: Key.SPACE, Tab: Key.TAB }

/** Under load WebKit's driver sometimes waits for a browser that never connects. */
const START_MS = 20_000
const MOST_STARTS = 3

interface Session {
  driver: WebDriver
  end: () => Promise<void>
}

/** Starts WebKitGTK with its WebDriver on a separate X display. @throws if one of them is not installed */
export async function launchWebKit(): Promise<Engine> {
  const binary = MINI_BROWSERS.find((path) => existsSync(path))
  if (!existsSync(DRIVER) || !binary) throw new Error('There is no WebKit: install webkit2gtk-driver and xvfb.')
  const [display, stopDisplay] = await startDisplay()
  const sessions = new Map<EnginePage, Session>()
  return {
    async newPage() {
      const session = await startSession(binary, display)
      const page = toEnginePage(session.driver)
      sessions.set(page, session)
      await page.resize(1280, 800)
      return page
    },
    async closePage(page) {
      await sessions.get(page)?.end()
      sessions.delete(page)
    },
    async close() {
      for (const session of sessions.values()) await session.end()
      await stopDisplay()
    },
  }
}

async function startSession(binary: string, display: string): Promise<Session> {
  for (let start = 0; start < MOST_STARTS; start += 1) {
    const [server, stopDriver] = await startDriver(display)
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    const building = new Builder()
      .usingServer(server)
      .withCapabilities(capabilities)
      .disableEnvironmentOverrides()
      .build()
    // Selenium returns a driver at once, before it has a session.
    const isReady = building.getSession().then(() => true)
    isReady.catch(() => undefined)
    if (await Promise.race([isReady, pause(START_MS, false, { ref: false })])) {
      const end = async () => {
        await Promise.race([building.quit(), pause(START_MS, undefined, { ref: false })])
        await stopDriver()
      }
      return { driver: building, end }
    }
    await stopDriver()
  }
  throw new Error(`WebKit did not start in ${MOST_STARTS} times ${START_MS / 1000} s`)
}

async function startDriver(display: string): Promise<[string, () => Promise<void>]> {
  const port = await freePort(0, 'PORT')
  const child = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: 'en_US.UTF-8',
      // WebKit's sandbox needs privileges that a container does not have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  })
  const server = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return [server, () => endChild(child)]
}

function toEnginePage(session: WebDriver): EnginePage {
  return {
    engine: 'webkit',
    open: (url) => session.get(url),
    reload: () => session.navigate().refresh(),
    back: async () => void (await session.executeScript('history.back()')),
    evaluate: async (body, argument) => {
      const source = `return JSON.stringify(await (${body.toString()})(JSON.parse(arguments[0])) ?? null)`
      const script = `const done = arguments[1]; (async () => { ${source} })().then(done, (error) => done(JSON.stringify({ thrown: String(error) })))`
      const answer = JSON.parse(await session.executeAsyncScript<string>(script, JSON.stringify(argument ?? null))) as {
        thrown?: string
      } | null
      if (answer?.thrown !== undefined) throw new Error(answer.thrown)
      return answer as never
    },
    run: (script) => session.executeScript(script),
    clickMarked: (attribute) => session.findElement(By.css(`[${attribute}]`)).click(),
    press: (key) => session.actions().sendKeys(KEYS[key]).perform(),
    type: (text) => session.actions().sendKeys(text).perform(),
    resize: async (width, height) => void (await session.manage().window().setRect({ x: 0, y: 0, width, height })),
    screenshot: async (path) => writeFileSync(path, await session.takeScreenshot(), 'base64'),
    // The driver does not report console messages.
    complaints: () => [],
  }
}

async function startDisplay(): Promise<[string, () => Promise<void>]> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const failed = once(child, 'error').then(([error]: unknown[]) => Promise.reject(error as Error))
  const [number] = (await Promise.race([once(child.stdio[3] as NodeJS.ReadableStream, 'data'), failed])) as [Buffer]
  return [`:${number.toString().trim()}`, () => endChild(child)]
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, pause(3_000).then(() => child.kill('SIGKILL'))])
}
