/** Which wording stands beside the button that subscribes; a change of what it promises is a new version. */
export const CONSENT_TEXT_VERSION = '2026-11'
