/**
 * Imports a module that may have failed before. Firefox answers a second `import()` of what it could not fetch from its
 * memory until the document is gone: under an address with a query of its own it fetches again. The other engines fetch
 * again by themselves.
 * @param load `import()` of a module with its own exports, not one of a group of modules
 * @throws where it cannot be had this time either
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (address === undefined) throw error
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Module>
  }
}
