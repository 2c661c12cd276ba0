import { chromium, type Browser } from 'playwright'

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Subpixel text widths as on a phone; without a window, Chromium rounds widths to whole pixels.
  '--font-render-hinting=none',
]

export async function launchChromium(flags: string[] = []): Promise<Browser> {
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}
