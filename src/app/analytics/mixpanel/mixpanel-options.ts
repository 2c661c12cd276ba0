import type { Config } from 'mixpanel-browser'

import { MIXPANEL_HOST } from '#shared/privacy/measuring-hosts.ts'

/** How much Mixpanel is told, how often, and what it never sees. */
export const MIXPANEL_OPTIONS = {
  api_host: MIXPANEL_HOST,
  batch_size: 50,
  batch_flush_interval_ms: 5000,
  batch_request_timeout_ms: 90_000,
  /** In days. */
  cookie_expiration: 365,
  // Of the shop alone, so that it can be taken away again.
  cross_subdomain_cookie: false,
  autocapture: {
    rage_click: { click_count: 4, timeout_ms: 1000, threshold_px: 30 },
    dead_click: { timeout_ms: 500 },
    scroll: true,
    scroll_depth_percent_checkpoints: [25, 50, 75, 100],
    // Words of buttons and links, cut at 255 characters by the library.
    capture_text_content: true,
    block_selectors: ['.rr-block', '.rr-mask'],
  },
  flags: true,
  record_sessions_percent: 100,
  record_idle_timeout_ms: 30 * 60_000,
  record_block_class: 'rr-block',
  record_mask_text_class: 'rr-mask',
  record_mask_all_text: true,
  record_mask_all_inputs: true,
  record_console: false,
  // The country is told by the shop, and no one needs the address.
  ip: false,
} satisfies Partial<Config>
