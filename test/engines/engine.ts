export interface EnginePage {
  readonly engine: 'firefox' | 'webkit'
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Runs a function in the page, not subject to its CSP. Argument and result are serialized as JSON. */
  evaluate<Argument, Result>(body: (argument: Argument) => Result, argument: Argument): Promise<Result>
  /** Runs a script in the page, not subject to its CSP. */
  run(script: string): Promise<void>
  clickMarked(attribute: string): Promise<void>
  /** Types a text into the focused element; a name such as `Escape` is one key. */
  press(key: 'Enter' | 'Escape' | 'Space' | 'Tab'): Promise<void>
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(path: string): Promise<void>
  /** The console messages of the page so far, if the driver of the engine reports them. */
  complaints(): string[]
}

export interface Engine<Page extends EnginePage = EnginePage> {
  newPage(): Promise<Page>
  closePage(page: EnginePage): Promise<void>
  close(): Promise<void>
}
