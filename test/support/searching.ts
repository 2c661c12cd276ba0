import type { Locator, Page } from 'playwright'

/** The drawer of the search, open. */
export async function openSearch(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open search' }).click()
  const drawer = page.getByRole('dialog', { name: 'Search', exact: true })
  await drawer.waitFor()
  return drawer
}

/** Its field. */
export function searchField(page: Page): Locator {
  return page.getByRole('dialog').getByRole('combobox')
}

/** What is suggested, from top to bottom. */
export async function suggestionsOf(page: Page): Promise<string[]> {
  return page.getByRole('dialog').getByRole('option').allInnerTexts()
}

/** Which suggestion the arrow keys have come to, as a screen reader is told; undefined while one is in the text. */
export async function chosenSuggestion(page: Page): Promise<string | undefined> {
  const id = await searchField(page).getAttribute('aria-activedescendant')
  const chosen = page.getByRole('option', { selected: true })
  if (id === null) return (await chosen.count()) > 0 ? 'an option of which nobody is told' : undefined
  return page.locator(`[id="${id}"][role="option"][aria-selected="true"]`).innerText()
}

/** What this browser remembers of its searches, newest first. */
export async function rememberedSearches(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('recentSearches') ?? '[]') as unknown)
}
