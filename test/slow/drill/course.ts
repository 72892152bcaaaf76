/** What has happened so far in a drill, for clients whose answers may be another primary's. */
export interface Course {
  /** For each primary that was replaced: how much of the log the promoted standby had before its promotion. */
  forks: bigint[]
  /** How often acknowledged changes may have been lost: never where a commit waits for a standby. */
  losses: () => number
}
