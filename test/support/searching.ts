import type { Locator, Page } from 'playwright'

export async function openSearch(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open search' }).click()
  const drawer = page.getByRole('dialog', { name: 'Search', exact: true })
  await drawer.waitFor()
  return drawer
}

export function searchField(page: Page): Locator {
  return page.getByRole('dialog').getByRole('combobox')
}

export async function suggestionsOf(page: Page): Promise<string[]> {
  return page.getByRole('dialog').getByRole('option').allInnerTexts()
}

/**
 * The suggestion that the arrow keys selected, as a screen reader announces it; undefined while the field is active.
 */
export async function chosenSuggestion(page: Page): Promise<string | undefined> {
  const id = await searchField(page).getAttribute('aria-activedescendant')
  const chosen = page.getByRole('option', { selected: true })
  if (id === null) return (await chosen.count()) > 0 ? 'an option of which nobody is told' : undefined
  return page.locator(`[id="${id}"][role="option"][aria-selected="true"]`).innerText()
}

export async function rememberedSearches(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('recentSearches') ?? '[]') as unknown)
}
