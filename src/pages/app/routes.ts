/** The paths of the app, from the rows of `web/routes.ts`, which the browser reads too. */

export interface Route {
  path: string
  /** The file of its page, from the root of the project. */
  page: string
}

interface Rows {
  routes: readonly { path: string; load: () => Promise<unknown> }[]
}

export async function readRoutes(): Promise<Route[]> {
  // The name is not a literal, so that the compiler does not check pages by the rules of the service.
  const file = new URL('../../../web/routes.ts', import.meta.url).href
  const { routes } = (await import(file)) as Rows
  return routes.map(({ path, load }) => ({ path, page: pageOf(path, load) }))
}

/** Where `load` imports from: its text says it, as nothing is loaded here that needs a browser. */
function pageOf(path: string, load: () => Promise<unknown>): string {
  const [, page] = /import\(\s*['"]\.\/(pages\/[\w/-]+\.tsx)['"]\s*\)/.exec(load.toString()) ?? []
  if (page === undefined) throw new Error(`The route ${path} of web/routes.ts must load a file of web/pages.`)
  return `web/${page}`
}
