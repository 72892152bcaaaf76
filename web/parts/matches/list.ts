/** A list of matches of the service, and the filter that chooses among them. */
export type List =
  | { id: 'listMatches'; filter: string | undefined }
  | { id: 'listHistory'; params: { canonicalPlayerId: string }; filter: string | undefined }
  | { id: 'listMatchesOfGhostPlayer'; params: { ghostPlayerId: string }; filter: string | undefined }
