/** What every page gets from the URL. */
export interface PageProps {
  /** The parameters of the path, such as `id` of `/matches/:id`. */
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}
