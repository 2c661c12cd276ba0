import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { until } from '#test/support/until.ts'

import type { EnginePage } from './engine.ts'

/**
 * Identifies an element by role and accessible name, by its label, or by a selector: the first visible match.
 */
export interface Target {
  role?: string
  /** A string has to match the whole name. */
  name?: string | RegExp
  label?: string
  css?: string
  text?: string
  within?: Target
}

/** A `Target` that can be serialized as JSON. */
interface WrittenTarget {
  role?: string
  name?: string | { source: string; flags: string }
  label?: string
  css?: string
  text?: string
  within?: WrittenTarget
}

interface Found {
  count: number
  text: string
  value: string
  isChecked: boolean
  isFocused: boolean
  attributes: Record<string, string>
}

const MARK = 'data-walk-target'
const PATIENCE_MS = 45_000
/** Finds elements by role and accessible name like a screen reader; injected once per document. */
const TESTING_LIBRARY = readFileSync(
  createRequire(import.meta.url)
    .resolve('@testing-library/dom')
    .replace(/index\.js$/, '@testing-library/dom.umd.min.js'),
  'utf8',
)

export class ShopperPage<Page extends EnginePage = EnginePage> {
  readonly page: Page
  readonly #origin: string

  constructor(page: Page, origin: string) {
    this.page = page
    this.#origin = origin
  }

  /** Opens a path of the shop, with every popup marked as closed. */
  async open(path: string): Promise<void> {
    await this.page.open(this.#origin + path)
    await this.hydrated()
    const isFirst = await this.page.evaluate(
      (keys) => {
        try {
          const isNew = localStorage.getItem(keys[0] ?? '') === null
          for (const key of keys) localStorage.setItem(key, 'true')
          return isNew
        } catch {
          // A browser without storage cannot mark them.
          return false
        }
      },
      ['hasSeenLaunchPopup', 'hasSeenVipPopup'],
    )
    if (!isFirst) return
    await this.page.open(this.#origin + path)
    await this.hydrated()
  }

  async hydrated(): Promise<void> {
    await this.waitFor(() => document.documentElement.hasAttribute('data-hydrated'), null)
  }

  async path(): Promise<string> {
    return this.page.evaluate(() => location.pathname + location.search, null)
  }

  async arriveAt(path: string): Promise<void> {
    await until(async () => (await this.path().catch(() => '')) === path, PATIENCE_MS).catch(async () => {
      const shown = await this.page.evaluate(() => document.querySelector('main')?.innerText, null)
      throw new Error(`never came to ${path}, but to ${await this.path()}: ${shown}`)
    })
  }

  async waitFor<Argument, Result>(body: (argument: Argument) => Result, argument: Argument): Promise<Result> {
    let last: Result | undefined
    // A document that is being unloaded returns nothing.
    await until(
      async () => (last = await this.page.evaluate(body, argument).catch(() => undefined)),
      PATIENCE_MS,
    ).catch(() => {
      throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for: ${body.toString()} ${JSON.stringify(argument)}`)
    })
    return last as Result
  }

  /** Clicks an element once it is visible, stable and not covered. */
  async click(target: Target): Promise<void> {
    await this.#reach(target)
    await this.page.clickMarked(MARK)
  }

  async typeInto(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.page.evaluate((mark) => {
      const field = document.querySelector(`[${mark}]`)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    }, MARK)
    await this.page.type(text)
  }

  async select(target: Target, option: string): Promise<void> {
    await this.#reach(target)
    await this.page.evaluate(
      ([mark, wanted]) => {
        const select = document.querySelector<HTMLSelectElement>(`[${mark}]`)
        const found = [...(select?.options ?? [])].find(({ text }) => text.trim() === wanted)
        if (!select || !found) throw new Error(`there is no option ${wanted}`)
        // React overrides the value setter of the element.
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, found.value)
        select.dispatchEvent(new Event('input', { bubbles: true }))
        select.dispatchEvent(new Event('change', { bubbles: true }))
      },
      [MARK, option] as const,
    )
  }

  async see(target: Target): Promise<Found> {
    return until(async () => {
      const found = await this.find(target).catch(() => undefined)
      return found && found.count > 0 ? found : undefined
    }, PATIENCE_MS).catch(() => {
      throw new Error(`never saw ${JSON.stringify(write(target))}`)
    })
  }

  async miss(target: Target): Promise<void> {
    await until(async () => (await this.find(target).catch(() => undefined))?.count === 0, PATIENCE_MS)
  }

  async text(target: Target): Promise<string> {
    return (await this.see(target)).text
  }

  async find(target: Target): Promise<Found> {
    await this.#bringFinder()
    return this.page.evaluate(findInPage, { target: write(target), mark: MARK })
  }

  /** Sets the mark on the element once a pointer would hit it. */
  async #reach(target: Target): Promise<void> {
    await until(async () => {
      const found = await this.find(target).catch(() => undefined)
      if (!found || found.count === 0) return false
      return this.page.evaluate(standsStill, MARK).catch(() => false)
    }, PATIENCE_MS).catch(() => {
      throw new Error(`could not reach ${JSON.stringify(write(target))}`)
    })
  }

  async #bringFinder(): Promise<void> {
    const isThere = await this.page.evaluate(() => 'TestingLibraryDom' in window, null)
    if (isThere) return
    await this.page.run(TESTING_LIBRARY)
  }
}

function write({ name, within, ...target }: Target): WrittenTarget {
  return {
    ...target,
    ...(name === undefined
      ? {}
      : { name: typeof name === 'string' ? name : { source: name.source, flags: name.flags } }),
    ...(within ? { within: write(within) } : {}),
  }
}

/** Runs in the page, so it cannot use anything outside of this function. */
function findInPage({ target, mark }: { target: WrittenTarget; mark: string }): Found {
  interface Finder {
    queryAllByRole(container: Element, role: string, options: { name?: string | RegExp; hidden: boolean }): Element[]
    queryAllByLabelText(container: Element, label: string): Element[]
  }
  const finder = (window as unknown as { TestingLibraryDom: Finder }).TestingLibraryDom
  // Many times faster than the finder's own check of every ancestor's styles.
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]')
  const lookFor = ({ role, name, label, css, text, within }: WrittenTarget): Element[] => {
    const [container] = within ? lookFor(within) : [document.body]
    if (!container) return []
    const wanted = typeof name === 'object' ? new RegExp(name.source, name.flags) : name
    const found = role
      ? finder.queryAllByRole(container, role, { hidden: true, ...(wanted === undefined ? {} : { name: wanted }) })
      : label
        ? finder.queryAllByLabelText(container, label)
        : [...container.querySelectorAll(css ?? '*')]
    return found.filter((element) => isSeen(element) && (text === undefined || element.textContent?.includes(text)))
  }
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const found = lookFor(target)
  const [first] = found
  first?.setAttribute(mark, '')
  return {
    count: found.length,
    text: first instanceof HTMLElement ? first.innerText : '',
    value: (first as HTMLInputElement | undefined)?.value ?? '',
    isChecked: (first as HTMLInputElement | undefined)?.checked ?? false,
    isFocused: first !== undefined && first === document.activeElement,
    attributes: Object.fromEntries([...(first?.attributes ?? [])].map(({ name, value }) => [name, value])),
  }
}

/** Runs in the page. @returns whether the marked element has stopped moving and a click would hit it */
async function standsStill(mark: string): Promise<boolean> {
  const element = document.querySelector(`[${mark}]`)
  if (!element) return false
  element.scrollIntoView({ block: 'center', inline: 'nearest' })
  // A transition that was just triggered starts in the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const isAnimating = document.getAnimations().some(({ playState, effect }) => {
    const { target } = effect as KeyframeEffect
    return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity && target?.contains(element)
  })
  if (isAnimating) return false
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  // A click on the label also counts.
  const labels = (element as HTMLInputElement).labels ?? []
  return hit !== null && [element, ...labels].some((one) => one.contains(hit))
}
