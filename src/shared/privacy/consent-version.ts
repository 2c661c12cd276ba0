/** Of what a visitor says yes or no to; raised when that changes, so that everybody is asked again. */
export const CONSENT_VERSION = '2026-11'
