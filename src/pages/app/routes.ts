/** The paths of the app, from the rows of `web/routes.ts`, which the browser reads too. */

export interface Route {
  path: string
  /** The path of the page's file from the root of the project. */
  page: string
}

interface Rows {
  routes: readonly { path: string; load: () => Promise<unknown> }[]
}

export async function readRoutes(): Promise<Route[]> {
  // The name is no literal, because otherwise the compiler would check the pages by the service's rules.
  const file = new URL('../../../web/routes.ts', import.meta.url).href
  const { routes } = (await import(file)) as Rows
  return routes.map(({ path, load }) => ({ path, page: pageOf(path, load) }))
}

/**
 * The path that `load` imports. We read it in the function's text, because the service cannot load a page: it needs a browser.
 */
function pageOf(path: string, load: () => Promise<unknown>): string {
  const [, page] = /import\(\s*['"]\.\/(pages\/[\w/-]+\.tsx)['"]\s*\)/.exec(load.toString()) ?? []
  if (page === undefined) throw new Error(`The route ${path} of web/routes.ts must load a file of web/pages.`)
  return `web/${page}`
}
