import { chromium, type Browser } from 'playwright'

/** What every Chromium of ours is started with. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters as wide as a phone draws them, also where there is no window: else widths come in whole pixels.
  '--font-render-hinting=none',
]

/** Starts the Chromium that the run has found, or the system's. @param flags on top of what every test needs */
export async function launchChromium(flags: string[] = []): Promise<Browser> {
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}
