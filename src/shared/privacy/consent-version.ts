/** Of the analytics. Increase it when they change, so that all visitors are asked again. */
export const CONSENT_VERSION = '2026-11'
