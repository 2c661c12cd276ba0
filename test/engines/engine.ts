/** A page of a real browser, as far as a WebDriver of any engine reaches it. */
export interface EnginePage {
  readonly engine: 'firefox' | 'webkit'
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Runs a function in the page, outside of its content security policy. Argument and result travel as JSON. */
  evaluate<Argument, Result>(body: (argument: Argument) => Result, argument: Argument): Promise<Result>
  /** Runs a script in the page, outside of its content security policy. */
  run(script: string): Promise<void>
  /** Clicks the middle of the one element that carries this attribute, as a pointer does. */
  clickMarked(attribute: string): Promise<void>
  /** Presses the keys of a text on what has the focus; a name such as `Escape` is one key. */
  press(key: 'Enter' | 'Escape' | 'Space' | 'Tab'): Promise<void>
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(path: string): Promise<void>
  /** What the console of the page has shown so far, where the engine's driver tells. */
  complaints(): string[]
}

export interface Engine<Page extends EnginePage = EnginePage> {
  /** A page of a browser profile of its own, with nothing in it. */
  newPage(): Promise<Page>
  /** Closes the page and forgets its profile. */
  closePage(page: EnginePage): Promise<void>
  close(): Promise<void>
}
