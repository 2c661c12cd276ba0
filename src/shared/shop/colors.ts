/** As in `src/app/styles/tokens.css`, which a test compares. `npm run setup` writes both. */
export const COLORS = {
  paper: { light: '#fbf8f3', dark: '#141210' },
  surface: { light: '#ffffff', dark: '#1d1a17' },
  frame: { light: '#f1ece4', dark: '#26221e' },
  ink: { light: '#1e1b18', dark: '#f4efe7' },
  quiet: { light: '#6b635a', dark: '#aca396' },
  line: { light: '#e6ded2', dark: '#332d27' },
  gold: { light: '#8a6a3b', dark: '#d2ae77' },
  ornament: { light: '#b8935a', dark: '#b8935a' },
} as const
