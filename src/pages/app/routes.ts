/** The paths of the app. They are declared in `web/routes.ts`, because the browser needs them too. */

export interface Route {
  path: string
  page: string
  /** True if only people with the scope of the page download its files. */
  isReserved: boolean
}

interface Rows {
  routes: readonly { path: string; load: () => Promise<unknown>; reserved?: true }[]
}

export async function readRoutes(): Promise<Route[]> {
  // The name of the file is computed. With a plain import, the compiler would check pages by the rules for the service.
  const file = new URL('../../../web/routes.ts', import.meta.url).href
  const { routes } = (await import(file)) as Rows
  return routes.map(({ path, load, reserved }) => ({
    path,
    page: pageOf(path, load),
    isReserved: reserved === true,
  }))
}

/** Finds the file of a page in the source text of `load`. The service cannot call `load`, because pages need a browser. */
function pageOf(path: string, load: () => Promise<unknown>): string {
  const [, page] = /import\(\s*['"]\.\/(pages\/[\w/-]+\.tsx)['"]\s*\)/.exec(load.toString()) ?? []
  if (page === undefined) throw new Error(`The route ${path} of web/routes.ts must load a file of web/pages.`)
  return `web/${page}`
}
