/** One of the service's lists of matches, with a filter. */
export type List =
  | { id: 'listMatches'; filter: string | undefined }
  | { id: 'listHistory'; params: { canonicalPlayerId: string }; filter: string | undefined }
  | { id: 'listMatchesOfGhostPlayer'; params: { ghostPlayerId: string }; filter: string | undefined }
