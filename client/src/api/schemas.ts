/** What the operations take and answer. Derived from the API; `npm run derive` renews it. */

/** A date and time in UTC (RFC 3339), for example `2026-01-15T19:30:00Z`. */
export type DateTime = string

/** The result of accepting an invitation: a claim, a membership or trust. If it was declined, there is only its kind */
export interface AcceptedInvitation {
  kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
  claimEdge?: ClaimEdge | undefined
  membership?: Membership | undefined
  trustedEditor?: TrustedEditor | undefined
}

/** Somebody who signs in at this service */
export interface Account {
  id: string
  /** The name that the person signs in with */
  displayName: string
  email?: string | undefined
  roles: ('player' | 'catalog-editor' | 'translator' | 'application-owner' | 'catalog-service' | 'admin')[]
  disabledAt?: DateTime | undefined
  /** The user of this account; absent before the first request */
  user?: Ref | undefined
  passkeys: number
  hasPassword: boolean
  /** How many browsers are signed in to the account */
  sessions: number
  /** How many personal access tokens the account has */
  tokens: number
  /** The last request in one of the account’s sessions */
  lastSeenAt?: DateTime | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A link with which somebody gets in */
export interface AccountLink {
  id: string
  kind: 'INVITATION' | 'RESET'
  accountId?: string | undefined
  roles: ('player' | 'catalog-editor' | 'translator' | 'application-owner' | 'catalog-service' | 'admin')[]
  uses: number
  expiresAt: DateTime
  createdAt: DateTime
  /** Whoever opens this URL gets in. Only this answer shows it */
  url: string
}

/** A page of Account items */
export interface AccountPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Account[]
}

/** The user who becomes a member */
export interface AddGroupMember {
  userId: string
}

/** Whether the caller is the ghost player of the invitation */
export interface AnswerInvitation {
  isMe: boolean
}

/** An application whose texts this service stores */
export interface Application {
  applicationId: string
  displayName: string
  description?: string | undefined
  baseLocale: string
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Application items */
export interface ApplicationPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Application[]
}

/** What to change before publication. For an expansion, `gameId` is the published game that it belongs to */
export interface ApproveCandidate {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  tags?: string[] | undefined
  isExpansion?: boolean | undefined
  description?: string | null | undefined
  minPlayers?: number | null | undefined
  maxPlayers?: number | null | undefined
  playingTime?: number | null | undefined
  minAge?: number | null | undefined
  yearPublished?: number | null | undefined
  imageUrl?: string | null | undefined
  baseGameCatalogId?: number | null | undefined
  scoreType?: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | null | undefined
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | null | undefined
  gameId?: string | undefined
}

/** How many people see each type of the caller’s data, now and with each level */
export interface Audience {
  /** How many people have an account here, without the caller */
  people: number
  data: ({
    dataType: 'PROFILE' | 'MATCH_HISTORY' | 'MATCH_DETAILS'
    /** The present level */
    level: 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS'
    levels: ({
      level: 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS'
      /** Whether everybody with an account sees it */
      everybody: boolean
      /** How many people see all of it, without the caller */
      people: number
      /** How many others see some of the matches, because they played in them or are in their community. It does not count people who are hidden from the caller. */
      inPart: number
      /** Up to three of `people`, as canonical players: the ones that the caller met most */
      among: Ref[]
    })[]
  })[]
  /** How many claimed players in matches that the caller recorded are hidden from the caller. They see these matches. `inPart` does not count them. */
  hiddenPlayers: number
  /** Up to 20 communities whose members see final matches that the caller recorded. Those with the most such matches come first */
  communities: ({
    id: string
    displayName: string
    matches: number
    /** Whether the caller is a member of the community. If not, the numbers of people in this answer do not count its members. */
    isMember: boolean
  })[]
}

/** Somebody who sees a type of the caller’s data, and is not hidden from the caller */
export interface AudienceMember {
  /** The id of the user */
  id: string
  displayName: string
  canonicalPlayer: Ref
  /** PART: only some of the matches */
  sees: 'ALL' | 'PART'
  /** SETTING: the setting lets them in. TRUST: they are a trusted editor. TABLE: they played in a match. COMMUNITY: they are in a community of the caller. GROUP_OWNER: they are in a group of the caller, whose members see its owner */
  reasons: ('SETTING' | 'TRUST' | 'TABLE' | 'COMMUNITY' | 'GROUP_OWNER')[]
  /** In how many of the caller’s newest 200 matches they played */
  met: number
}

/** A page of AudienceMember items */
export interface AudienceMemberPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: AudienceMember[]
}

/** Something that happened to an account, its credentials, tokens or sessions. It contains no secrets */
export interface AuditEvent {
  id: string
  kind: 'SIGNED_IN' | 'SIGN_IN_FAILED' | 'SIGNED_OUT' | 'SESSION_ENDED' | 'PASSWORD_CHANGED' | 'PASSWORD_REMOVED' | 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'PASSKEY_SUSPECTED' | 'RECOVERY_CODES_MADE' | 'RECOVERY_CODES_ENDED' | 'RECOVERY_CODE_USED' | 'ACCOUNT_CREATED' | 'ACCOUNT_CHANGED' | 'ROLES_CHANGED' | 'ACCOUNT_DISABLED' | 'ACCOUNT_ENABLED' | 'ACCOUNT_ERASED' | 'LINK_MADE' | 'LINK_USED' | 'LINK_ENDED' | 'MAIL_LETS_IN' | 'MAIL_LETS_IN_ENDED' | 'INVITATION_MADE' | 'INVITATION_ACCEPTED' | 'INVITATION_ENDED' | 'TOKEN_MADE' | 'TOKEN_ENDED' | 'CLIENT_CREATED' | 'CLIENT_SECRET_MADE' | 'CLIENT_REMOVED' | 'CLIENT_REFUSED' | 'WEBHOOK_MADE' | 'WEBHOOK_CHANGED' | 'WEBHOOK_SECRET_MADE' | 'WEBHOOK_DISABLED' | 'WEBHOOK_DELETED' | 'CONSENT_GIVEN' | 'CONSENT_ENDED' | 'CODE_REUSED' | 'REFRESH_REUSED' | 'KEY_ROTATED' | 'BACKUP_ASKED'
  /** The account that it concerns; absent if there is none, or if it was erased */
  account?: Ref | undefined
  /** The client that it concerns */
  clientId?: string | undefined
  /** Who caused the event */
  actor: {
    /** A person; a client that acts for itself, such as a service; somebody with a shell on the server; the service itself; or a stranger without a valid credential */
    kind: 'PERSON' | 'CLIENT' | 'SHELL' | 'ITSELF' | 'STRANGER'
    /** The id of the account, or of the user if people sign in at outside issuers. If the account is erased, another id takes its place, the same one in all events of this person */
    id?: string | undefined
    displayName?: string | undefined
    /** The client itself, or the app that acted for the person */
    clientId?: string | undefined
    /** The personal access token that was used */
    tokenId?: string | undefined
  }
  /** Where the request came from */
  address?: string | undefined
  userAgent?: string | undefined
  details: Record<string, string | number | string[]>
  createdAt: DateTime
}

/** A page of AuditEvent items */
export interface AuditEventPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: AuditEvent[]
}

/** A file that BG Stats, a tracker for phones, reads and writes */
export interface BgStatsFile {
  plays: ({
    /** The id of the match */
    uuid: string
    /** A local time in the time zone of the export */
    modificationDate: string
    /** A local time in the time zone of the export */
    entryDate: string
    /** A local time in the time zone of the export */
    playDate: string
    usesTeams: boolean
    /** 0 means unknown */
    durationMin: number
    comments?: string | undefined
    ignored: boolean
    manualWinner: boolean
    rounds: number
    bggId: number
    importPlayId: number
    /** The `id` of a game of this file */
    gameRefId: number
    rating: number
    nemestatsId: number
    /** JSON. Under `scorebook` it has everything for which this format has no field */
    metaData: string
    playerScores: ({
      score: string | null
      winner: boolean
      newPlayer: boolean
      startPlayer: boolean
      /** The `id` of a player of this file */
      playerRefId: number
      /** 0 means unknown */
      rank: number
      /** 0 means unknown */
      seatOrder: number
      role?: string | undefined
      team?: string | undefined
      /** JSON. Under `scorebook` it has everything for which this format has no field */
      metaData: string
    })[]
    expansionPlays: ({
      gameRefId: number
      bggId: number
    })[]
  })[]
  players: ({
    uuid: string
    id: number
    name: string
    isAnonymous: boolean
    bggUsername: string
  })[]
  games: ({
    uuid: string
    id: number
    name: string
    bggName: string
    /** The number at BoardGameGeek; 0 means unknown */
    bggId: number
    cooperative: boolean
    usesTeams: boolean
    highestWins: boolean
    noPoints: boolean
    minPlayerCount?: number | undefined
    maxPlayerCount?: number | undefined
    isBaseGame: number
    isExpansion: number
    /** JSON. Under `scorebook` it has everything for which this format has no field */
    metaData: string
  })[]
  /** Always empty: we do not store where a match was played */
  locations: ({
    uuid: string
    id: number
    name: string
  })[]
  userInfo: {
    /** The `id` of the caller among the players */
    meRefId: number
    bggUsername: string
  }
}

/** A game or expansion of the external catalogue that can be published as a game or expansion here */
export interface Candidate {
  id: string
  catalogId: number
  displayName: string
  description?: string | undefined
  minPlayers?: number | undefined
  maxPlayers?: number | undefined
  /** In minutes */
  playingTime?: number | undefined
  minAge?: number | undefined
  yearPublished?: number | undefined
  imageUrl?: string | undefined
  tags: string[]
  isExpansion: boolean
  baseGameCatalogId?: number | undefined
  scoreType?: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | undefined
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
  /** How far the pipeline has got with the rules of the candidate */
  stage: 'PENDING_RULES' | 'RULES_COLLECTED' | 'INTERPRETED' | 'FAILED'
  /** What was decided about the candidate */
  status: 'PENDING' | 'APPROVED' | 'PUBLISHED' | 'REJECTED'
  /** How well the catalogue and the rulebooks agree */
  reliability: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNVERIFIED'
  reliabilityChecks: ReliabilityCheck[]
  failureReason?: string | undefined
  /** The published game. If the candidate is an expansion, its base game */
  gameId?: string | undefined
  /** The published expansion */
  expansionId?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** Something that a person or a step of the pipeline did with a candidate */
export interface CandidateActivity {
  id: string
  /** ENRICHED: the catalogue filled in its values. SOURCE_READ: a rule source was read, or could not be read for the `reason`. ATTEMPT_FAILED: the step tries again at `nextAttemptAt`. FAILED and BLOCKED: a person must decide */
  kind: 'CREATED' | 'CHANGED' | 'SOURCE_ADDED' | 'SOURCE_DELETED' | 'APPROVED' | 'REJECTED' | 'RETRIED' | 'ENRICHED' | 'SOURCE_READ' | 'RULES_COLLECTED' | 'INTERPRETED' | 'ATTEMPT_FAILED' | 'FAILED' | 'BLOCKED' | 'PUBLISHED'
  /** The step of the pipeline that did it */
  step?: 'ENRICH_FROM_CATALOG' | 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH' | undefined
  /** The person who did it */
  user?: Ref | undefined
  /** The client that did it for itself */
  clientId?: string | undefined
  /** The fields that the person set */
  fields?: string[] | undefined
  /** The address of the rule source */
  url?: string | undefined
  reason?: string | undefined
  nextAttemptAt?: DateTime | undefined
  createdAt: DateTime
}

/** A page of CandidateActivity items */
export interface CandidateActivityPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: CandidateActivity[]
}

/** A page of Candidate items */
export interface CandidatePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Candidate[]
}

/** The one player that a user is */
export interface CanonicalPlayer {
  id: string
  user: Ref
  displayName: string
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of CanonicalPlayer items */
export interface CanonicalPlayerPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: CanonicalPlayer[]
}

/** What the service found when it last checked what it needs */
export interface Checkup {
  /** When the checks ended; absent until the first look has ended */
  checkedAt?: DateTime | undefined
  /** The machine that checked its folders and clock */
  machine?: string | undefined
  /** True while a look is waiting or under way */
  underWay: boolean
  checks: ({
    /** As `scorebook doctor` prints it */
    name: string
    state: 'OK' | 'NOTE' | 'FAULT' | 'UNCHECKED'
    /** What was found, and for a fault the next step */
    says: string
  })[]
  /** Absent if the database is not the embedded one */
  backups?: {
    /** False if no daily backup is made */
    enabled: boolean
    folder: string
    /** True until the backup that somebody asked for has been made */
    asked: boolean
    /** Why the backup that was last asked for failed */
    failure?: string | undefined
    /** The newest first */
    made: ({
      name: string
      endedAt: DateTime
      /** The room that it takes */
      bytes: number
      /** When `scorebook backup check` last restored it and read all of it */
      checkedAt?: DateTime | undefined
    })[]
  } | undefined
}

/** The link from a canonical player to a ghost player that they claimed; it stays in lists when it is revoked */
export interface ClaimEdge {
  id: string
  canonicalPlayer: Ref
  ghostPlayer: Ref
  claimRequestId?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
  revokedAt?: DateTime | undefined
  revokedBy?: Ref | undefined
}

/** A page of ClaimEdge items */
export interface ClaimEdgePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: ClaimEdge[]
}

/** A request by a canonical player to claim a ghost player; the owner of the ghost player decides */
export interface ClaimRequest {
  id: string
  canonicalPlayer: Ref
  ghostPlayer: Ref
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED'
  message?: string | undefined
  decidedBy?: Ref | undefined
  decidedAt?: DateTime | undefined
  /** The claim edge that the approval made */
  claimEdgeId?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of ClaimRequest items */
export interface ClaimRequestPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: ClaimRequest[]
}

/** An app or a service that gets access tokens here */
export interface Client {
  id: string
  displayName: string
  kind: 'WEB' | 'BROWSER' | 'NATIVE' | 'SERVICE'
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  roles: string[]
  scopes?: string[] | undefined
  /** How the client shows the provider who it is: with its secret, with a key of its own, or not at all */
  authentication: 'SECRET' | 'KEY' | 'NONE'
  /** Present only in the answer to the request that made the secret */
  secret?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Client items */
export interface ClientPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Client[]
}

/** People who share the final matches that are attached to their community */
export interface Community {
  id: string
  owner: Ref
  /** The group whose members administer the community, as its owner does */
  adminGroup?: Ref | undefined
  displayName: string
  description?: string | undefined
  /** OPEN: everybody can join. REQUIRES_APPROVAL: an admin decides */
  joinPolicy: 'OPEN' | 'REQUIRES_APPROVAL'
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Community items */
export interface CommunityPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Community[]
}

/** The figures of a community, for its members */
export interface CommunityStatistics {
  community: Ref
  members: number
  /** The number of different people in its matches. A ghost player counts as a person if nobody has claimed it, or if the caller may not see who has */
  players: number
  matches: number
  /** Matches in the present month, in the time zone */
  matchesThisMonth: number
  games: number
  firstPlayedAt?: DateTime | undefined
  lastPlayedAt?: DateTime | undefined
  /** The 8 most played games */
  topGames: ({
    game: Ref
    matches: number
  })[]
  /** The last 18 months with matches, the latest first */
  months: ({
    /** A month, such as 2026-01, in the time zone of the request */
    month: string
    matches: number
  })[]
  /** The newest 60 days with matches, the newest first */
  days: ({
    /** A day in the time zone */
    on: string
    matches: number
  })[]
  /** The 12 pairs that met most often. Only matches with at most 20 participants count. `ahead` counts contests in which `one` was ahead of `other` */
  pairs: ({
    one: {
      canonicalPlayer?: Ref | undefined
      /** Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has */
      ghostPlayer?: Ref | undefined
      /** The owner of the ghost player, if somebody else in these pairs has the same name */
      owner?: Ref | undefined
    }
    other: {
      canonicalPlayer?: Ref | undefined
      /** Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has */
      ghostPlayer?: Ref | undefined
      /** The owner of the ghost player, if somebody else in these pairs has the same name */
      owner?: Ref | undefined
    }
    /** Matches that both played */
    met: number
    /** Contests in which the person had the better place (in a pair: in which `one` had it). `ahead`, `level` and `behind` leave out contests in which a place is unknown or both were on one side */
    ahead: number
    /** Contests in which both had the same place */
    level: number
    /** Contests in which the person had the worse place (in a pair: in which `one` had it) */
    behind: number
    /** Matches that everybody won or lost together, or in which both were on the same side */
    together: number
  })[]
}

/** The number of items of a list */
export interface Count {
  count: number
}

/** A link to send to somebody */
export interface CreateAccountLink {
  /** An invitation makes an account; a reset lets the owner of an account set new ways to sign in */
  kind: 'INVITATION' | 'RESET'
  /** The account to reset; required for a reset */
  accountId?: string | undefined
  /** The roles of invited accounts, by default player */
  roles?: ('player' | 'catalog-editor' | 'translator' | 'application-owner' | 'catalog-service' | 'admin')[] | undefined
  /** How many people the link can invite, by default 1; with the role admin it must be 1 */
  uses?: number | undefined
  /** For how many days the link works, by default 7. For a reset the default is 1, and the maximum is 7 */
  days?: number | undefined
  /** The service mails an invitation to this address, and then forgets the address. If its owner wants no such mail, none is sent, and nobody finds out */
  sendTo?: string | undefined
  /** The language of this mail, by default en */
  locale?: 'en' | 'de' | undefined
  /** The service mails the reset to the account’s verified address, if its owner has agreed to sign in by mailed links. If not, or if the account administers the service, the answer is 409 */
  sendToOwner?: true | undefined
}

/** A new application */
export interface CreateApplication {
  /** The id that was chosen for the application, such as `table-companion` */
  applicationId: string
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
  description?: string | undefined
  /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
  baseLocale: string
}

/** A new candidate; the catalogue and the rulebooks fill in the fields that are left out */
export interface CreateCandidate {
  catalogId: number
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
  tags?: string[] | undefined
  isExpansion?: boolean | undefined
  description?: string | undefined
  minPlayers?: number | undefined
  maxPlayers?: number | undefined
  /** In minutes */
  playingTime?: number | undefined
  minAge?: number | undefined
  yearPublished?: number | undefined
  imageUrl?: string | undefined
  baseGameCatalogId?: number | undefined
  scoreType?: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | undefined
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
}

/** The ghost player that the caller claims to be; a request for the caller’s own ghost player is approved at once */
export interface CreateClaimRequest {
  ghostPlayerId: string
  /** Must have a visible character */
  message?: string | undefined
}

/** A new client. WEB, BROWSER and NATIVE act for people and need `redirectUris`; `scopes` limits what they may ask for, by default to all scopes of the caller. A SERVICE acts for itself: it needs `roles`, and `scopes` are some of the scopes of these roles, by default all. A WEB client or SERVICE with `publicKeys` signs with its own key instead of sending a secret. */
export interface CreateClient {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
  kind: 'WEB' | 'BROWSER' | 'NATIVE' | 'SERVICE'
  redirectUris?: string[] | undefined
  postLogoutRedirectUris?: string[] | undefined
  roles?: ('player' | 'catalog-editor' | 'translator' | 'application-owner' | 'catalog-service' | 'admin')[] | undefined
  scopes?: string[] | undefined
  publicKeys?: ({
    kty: 'EC' | 'RSA' | 'OKP'
    kid?: string | undefined
    alg?: 'ES256' | 'RS256' | 'PS256' | 'EdDSA' | undefined
    use?: 'sig' | undefined
    crv?: 'P-256' | 'Ed25519' | undefined
    x?: string | undefined
    y?: string | undefined
    n?: string | undefined
    e?: string | undefined
  })[] | undefined
}

/** A new community; the caller becomes its owner and first member */
export interface CreateCommunity {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
  description?: string | undefined
  /** OPEN: everybody can join. REQUIRES_APPROVAL: an admin decides */
  joinPolicy: 'OPEN' | 'REQUIRES_APPROVAL'
  adminGroupId?: string | undefined
}

/** How many people can accept it, for how long, and whether the service mails it */
export interface CreateCommunityInvitation {
  /** The service mails the link to this address, and then forgets the address. Nobody learns whether its owner wants such mail */
  sendTo?: string | undefined
  /** The language of the mail, by default the caller’s in notifications. If somebody has verified the address here, the mail is in that person’s language */
  locale?: 'en' | 'de' | undefined
  /** How many people can accept it, by default 10 */
  uses?: number | undefined
  /** For how many days it works, by default 30 */
  days?: number | undefined
}

/** A new expansion */
export interface CreateExpansion {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
  description?: string | undefined
  imageUrl?: string | undefined
  /** The catalogue that it comes from, with its id there */
  sourceRef?: string | undefined
}

/** A new game */
export interface CreateGame {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
  description: string
  minPlayers: number
  maxPlayers: number
  imageUrl?: string | undefined
  tags: string[]
  /** What a score means: points, seconds, turns or nothing */
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  /** Required, except with scoreType WIN_LOSS, where it must be absent */
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
  /** The catalogue that it comes from, with its id there */
  sourceRef?: string | undefined
}

/** A new ghost player */
export interface CreateGhostPlayer {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
}

/** A new group, without members */
export interface CreateGroup {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName: string
}

/** Whether the service mails the invitation */
export interface CreateInvitation {
  /** The service mails the link to this address, and then forgets the address. Nobody learns whether its owner wants such mail */
  sendTo?: string | undefined
  /** The language of the mail, by default the caller’s in notifications. If somebody has verified the address here, the mail is in that person’s language */
  locale?: 'en' | 'de' | undefined
}

/** A new match. Its playset and expansions must belong to its game, and its ghost players to the caller */
export interface CreateMatch {
  gameId: string
  playedAt: DateTime
  participants: ({
    ghostPlayerId: string
    /** Points, seconds or turns, as the game’s scoreType says, with at most two decimals */
    score?: number | undefined
    /** 1 is the winner; tied participants share a rank */
    rank?: number | undefined
    outcome?: 'WIN' | 'LOSS' | undefined
    /** Any keys and values, stored exactly as sent; at most 64 KiB as JSON text */
    loadoutAttributes?: Record<string, unknown> | undefined
  })[]
  expansions?: string[] | undefined
  playsetId?: string | undefined
  communityId?: string | undefined
  editRequestsEnabled?: boolean | undefined
}

/** At least one change. An absent field of a participant keeps its value; null clears it. `attributes` replaces all attributes of a loadout, and `expansionIds` all expansions of the match. A `playsetChange` without a `playsetId` removes the playset. */
export interface CreateMatchEdit {
  participantChanges?: ({
    matchParticipantId: string
    /** Points, seconds or turns, as the game’s scoreType says, with at most two decimals */
    score?: number | null | undefined
    /** 1 is the winner; tied participants share a rank */
    rank?: number | null | undefined
    outcome?: 'WIN' | 'LOSS' | null | undefined
  })[] | undefined
  loadoutChanges?: ({
    matchParticipantId: string
    /** Any keys and values, stored exactly as sent; at most 64 KiB as JSON text */
    attributes: Record<string, unknown>
  })[] | undefined
  playsetChange?: {
    playsetId?: string | null | undefined
  } | undefined
  expansionChange?: {
    expansionIds: string[]
  } | undefined
}

/** What a browser’s Push API returns (`PushSubscription.toJSON()`) */
export interface CreateNotificationDevice {
  /** The URL to which messages for the browser are sent; a secret */
  endpoint: string
  keys: {
    /** The public key of the browser */
    p256dh: string
    /** The secret that the browser shares with this service */
    auth: string
  }
  /** The name of the device in lists. Without it, the name of the browser */
  name?: string | undefined
}

/** Some of the caller’s own scopes, for at most a year. A personal token cannot make other tokens, and cannot erase the account */
export interface CreatePersonalToken {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  name: string
  scopes: ('svc-engine:match-read' | 'svc-engine:match-create' | 'svc-engine:match-update' | 'svc-engine:match-delete' | 'svc-engine:match-finalize' | 'svc-engine:match-edit-read' | 'svc-engine:match-edit-create' | 'svc-engine:match-edit-decide' | 'svc-engine:match-edit-withdraw' | 'svc-engine:match-participant-dispute' | 'svc-engine:inbox-read' | 'svc-engine:inbox-update' | 'svc-engine:suggestion-read' | 'svc-engine:leaderboard-read' | 'svc-engine:game-read' | 'svc-engine:expansion-read' | 'svc-engine:playset-read' | 'svc-engine:playset-create' | 'svc-engine:playset-update' | 'svc-engine:playset-delete' | 'svc-engine:ghost-player-read' | 'svc-engine:ghost-player-create' | 'svc-engine:ghost-player-update' | 'svc-engine:ghost-player-delete' | 'svc-engine:canonical-player-read' | 'svc-engine:statistics-read' | 'svc-engine:claim-request-read' | 'svc-engine:claim-request-create' | 'svc-engine:claim-request-decide' | 'svc-engine:claim-request-cancel' | 'svc-engine:claim-edge-read' | 'svc-engine:claim-edge-revoke' | 'svc-engine:invitation-read' | 'svc-engine:invitation-create' | 'svc-engine:invitation-revoke' | 'svc-engine:invitation-acknowledge' | 'svc-engine:invitation-accept' | 'svc-engine:same-person-read' | 'svc-engine:same-person-create' | 'svc-engine:same-person-delete' | 'svc-engine:trusted-editor-read' | 'svc-engine:trusted-editor-grant' | 'svc-engine:trusted-editor-revoke' | 'svc-engine:privacy-setting-read' | 'svc-engine:privacy-setting-update' | 'svc-engine:audience-read' | 'svc-engine:group-read' | 'svc-engine:group-create' | 'svc-engine:group-update' | 'svc-engine:group-delete' | 'svc-engine:group-member-read' | 'svc-engine:group-member-add' | 'svc-engine:group-member-remove' | 'svc-engine:community-read' | 'svc-engine:community-create' | 'svc-engine:community-update' | 'svc-engine:community-delete' | 'svc-engine:membership-read' | 'svc-engine:membership-create' | 'svc-engine:membership-delete' | 'svc-engine:membership-request-read' | 'svc-engine:membership-request-create' | 'svc-engine:membership-request-decide' | 'svc-engine:membership-request-cancel' | 'svc-engine:user-read' | 'svc-engine:user-update' | 'svc-engine:message-read' | 'svc-engine:token-read' | 'svc-engine:token-delete' | 'svc-engine:event-read' | 'svc-engine:notification-read' | 'svc-engine:notification-update' | 'svc-engine:import-read' | 'svc-engine:import-create' | 'svc-engine:import-update' | 'svc-engine:import-delete' | 'svc-engine:game-create' | 'svc-engine:game-update' | 'svc-engine:expansion-create' | 'svc-engine:expansion-update' | 'svc-engine:missing-game-read' | 'svc-engine:candidate-read' | 'svc-engine:candidate-create' | 'svc-engine:candidate-update' | 'svc-engine:candidate-approve' | 'svc-engine:candidate-reject' | 'svc-engine:candidate-retry' | 'svc-engine:pipeline-read' | 'svc-engine:pipeline-control' | 'svc-engine:ranking-read' | 'svc-engine:ranking-import' | 'svc-engine:application-read' | 'svc-engine:message-key-read' | 'svc-engine:translation-read' | 'svc-engine:translation-update' | 'svc-engine:translation-delete' | 'svc-engine:application-create' | 'svc-engine:application-update' | 'svc-engine:message-key-import' | 'svc-engine:translation-publish' | 'svc-engine:account-read' | 'svc-engine:account-create' | 'svc-engine:account-update' | 'svc-engine:account-link-read' | 'svc-engine:account-link-delete' | 'svc-engine:session-read' | 'svc-engine:session-delete' | 'svc-engine:account-token-read' | 'svc-engine:account-token-delete' | 'svc-engine:system-read' | 'svc-engine:system-check' | 'svc-engine:backup-create' | 'svc-engine:audit-read' | 'svc-engine:client-read' | 'svc-engine:client-create' | 'svc-engine:client-update' | 'svc-engine:client-delete' | 'svc-engine:webhook-read' | 'svc-engine:webhook-create' | 'svc-engine:webhook-update' | 'svc-engine:webhook-delete')[]
  /** For how many days it is valid */
  days: number
}

/** A new playset; its expansions must belong to its game */
export interface CreatePlayset {
  gameId: string
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  variants: string[]
  scenario?: string | undefined
  expansions?: string[] | undefined
}

/** The address of a rulebook: a PDF, a page or plain text */
export interface CreateRuleSource {
  url: string
}

/** Whether two players are one person */
export interface CreateSamePerson {
  /** The id of a ghost player or of a canonical player */
  oneId: string
  /** The id of a ghost player or of a canonical player */
  otherId: string
  /** False says that they are two people */
  isSame: boolean
}

/** A new webhook, which is enabled */
export interface CreateWebhook {
  /** Where events are sent: https, at a public address, without a user name */
  url: string
  /** What the webhook is for */
  description?: string | undefined
  /** The kinds of events that are sent; empty for all */
  kinds?: ('match.created' | 'match.updated' | 'match.deleted' | 'match-edit.created' | 'match-edit.updated' | 'match-edit.deleted' | 'game.created' | 'game.updated' | 'game.deleted' | 'expansion.created' | 'expansion.updated' | 'expansion.deleted' | 'playset.created' | 'playset.updated' | 'playset.deleted' | 'ghost-player.created' | 'ghost-player.updated' | 'ghost-player.deleted' | 'user.created' | 'user.updated' | 'user.deleted' | 'canonical-player.created' | 'canonical-player.updated' | 'canonical-player.deleted' | 'claim-request.created' | 'claim-request.updated' | 'claim-request.deleted' | 'claim-edge.created' | 'claim-edge.updated' | 'claim-edge.deleted' | 'trusted-editor.created' | 'trusted-editor.updated' | 'trusted-editor.deleted' | 'invitation.created' | 'invitation.updated' | 'invitation.deleted' | 'privacy-setting.created' | 'privacy-setting.updated' | 'privacy-setting.deleted' | 'group.created' | 'group.updated' | 'group.deleted' | 'community.created' | 'community.updated' | 'community.deleted' | 'membership.created' | 'membership.updated' | 'membership.deleted' | 'membership-request.created' | 'membership-request.updated' | 'membership-request.deleted' | 'candidate.created' | 'candidate.updated' | 'candidate.deleted' | 'rule-source.created' | 'rule-source.updated' | 'rule-source.deleted')[] | undefined
}

/** The owner’s decision */
export interface DecideClaimRequest {
  status: 'APPROVED' | 'REJECTED'
}

/** The recorder’s decision */
export interface DecideMatchEdit {
  status: 'APPROVED' | 'REJECTED'
}

/** The decision of an admin */
export interface DecideMembershipRequest {
  status: 'APPROVED' | 'REJECTED'
}

/** A claimed player disagrees with the result that was recorded for them */
export interface Dispute {
  /** The participant whose result is disputed */
  matchParticipantId: string
  match: {
    id: string
    game: Ref
    playedAt: DateTime
  }
  recorder: Ref
  ghostPlayer: Ref
  reason: string
  disputedBy: Ref
  disputedAt: DateTime
}

/** A page of Dispute items */
export interface DisputePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Dispute[]
}

/** Why the player disagrees with the recorded result */
export interface DisputeParticipant {
  /** Must have a visible character */
  reason: string
}

/** Ids of the external catalogue to make candidates from */
export interface EnrichRequest {
  catalogIds: number[]
}

/** How many ids wait for the catalogue (`queued`), and how many already have a candidate (`known`) */
export interface Enriching {
  queued: number
  known: number
}

/** A resource that the caller may see was made, changed or deleted */
export interface Event {
  /** To continue after this event, send this id as `Last-Event-ID`. */
  id: string
  /** Which resource has changed, and how. `reset` means that some changes are no longer listed: read again everything that you show. */
  kind: 'reset' | 'match.created' | 'match.updated' | 'match.deleted' | 'match-edit.created' | 'match-edit.updated' | 'match-edit.deleted' | 'game.created' | 'game.updated' | 'game.deleted' | 'expansion.created' | 'expansion.updated' | 'expansion.deleted' | 'playset.created' | 'playset.updated' | 'playset.deleted' | 'ghost-player.created' | 'ghost-player.updated' | 'ghost-player.deleted' | 'user.created' | 'user.updated' | 'user.deleted' | 'canonical-player.created' | 'canonical-player.updated' | 'canonical-player.deleted' | 'claim-request.created' | 'claim-request.updated' | 'claim-request.deleted' | 'claim-edge.created' | 'claim-edge.updated' | 'claim-edge.deleted' | 'trusted-editor.created' | 'trusted-editor.updated' | 'trusted-editor.deleted' | 'invitation.created' | 'invitation.updated' | 'invitation.deleted' | 'privacy-setting.created' | 'privacy-setting.updated' | 'privacy-setting.deleted' | 'group.created' | 'group.updated' | 'group.deleted' | 'community.created' | 'community.updated' | 'community.deleted' | 'membership.created' | 'membership.updated' | 'membership.deleted' | 'membership-request.created' | 'membership-request.updated' | 'membership-request.deleted' | 'candidate.created' | 'candidate.updated' | 'candidate.deleted' | 'rule-source.created' | 'rule-source.updated' | 'rule-source.deleted'
  /** The path of the resource, below the version prefix; absent for `reset`. */
  path?: string | undefined
  /** The version after the change, as in its ETag; absent if the resource has none, or is deleted. */
  version?: number | undefined
}

/** The values read from the rulebooks, each with the quote that supports it and the address of its document */
export interface Evidence {
  values: ({
    field: string
    value: string
    quote: string
    url: string
  })[]
}

/** An expansion of one game. A match lists the expansions that it was played with */
export interface Expansion {
  id: string
  displayName: string
  description?: string | undefined
  imageUrl?: string | undefined
  sourceRef?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Expansion items */
export interface ExpansionPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Expansion[]
}

/** All data that the service stores about the caller */
export interface Export {
  user: Me
  /** The account with which the user signs in; none if they sign in at an outside issuer */
  accounts: ({
    id: string
    name: string
    email?: string | undefined
    roles: string[]
    hasPassword: boolean
    passkeys: ({
      name: string
      createdAt: DateTime
      lastUsedAt?: DateTime | undefined
    })[]
    createdAt: DateTime
    updatedAt: DateTime
  })[]
  /** The browsers in which the person is signed in */
  sessions: ({
    id: string
    method: string
    address: string
    userAgent: string
    createdAt: DateTime
    lastSeenAt: DateTime
  })[]
  /** The apps that have access to the account, and what each may do */
  apps: ({
    clientId: string
    name: string
    scopes: string[]
    since: DateTime
  })[]
  personalTokens: PersonalToken[]
  /** The webhooks that the user made */
  webhooks: Webhook[]
  /** What happened to the account, its tokens and sessions */
  auditEvents: AuditEvent[]
  privacySettings: PrivacySetting[]
  /** Where the user gets mail and push messages, about what, and how often. Empty if the user has chosen nothing */
  notifications: Notifications[]
  /** The browsers that get push messages */
  notificationDevices: NotificationDevice[]
  /** The files of other trackers that the user imported */
  imports: Import[]
  /** The user’s answers about names in files, for the next imports */
  importAnswers: ({
    kind: 'PERSON' | 'GAME'
    name: string
    decision: 'KNOWN' | 'WAITS' | 'LEFT_OUT'
    ghostPlayer?: Ref | undefined
    game?: Ref | undefined
  })[]
  /** The ghost players that the user owns */
  ghostPlayers: GhostPlayer[]
  playsets: Playset[]
  /** The matches that the user recorded, drafts included */
  recordedMatches: Match[]
  /** The matches that others recorded and in which a ghost player claimed by the user took part */
  playedMatches: Match[]
  /** The edits that the user proposed */
  matchEdits: MatchEdit[]
  claimRequests: ClaimRequest[]
  claimEdges: ClaimEdge[]
  /** What the user has said about players: whether they are one person or two */
  samePeople: SamePerson[]
  /** The users that the user trusts, and the users who trust them */
  trustedEditors: TrustedEditor[]
  /** The invitations that the user made, and the questions whether the user is a ghost player */
  invitations: Invitation[]
  /** The invitations that the user accepted */
  acceptedInvitations: ({
    invitationId: string
    kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
    acceptedAt: DateTime
  })[]
  /** The groups that the user owns or is a member of */
  groups: Group[]
  /** The members of the groups that the user owns */
  groupMembers: ({
    groupId: string
    member: GroupMember
  })[]
  /** The communities that the user owns */
  communities: Community[]
  memberships: Membership[]
  membershipRequests: MembershipRequest[]
  /** The translations that the user drafted or published */
  translations: Translation[]
}

/** A game with its expansions */
export interface Game {
  id: string
  displayName: string
  description: string
  minPlayers: number
  maxPlayers: number
  imageUrl?: string | undefined
  tags: string[]
  /** What a score means: points, seconds, turns or nothing */
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  /** Required, except with scoreType WIN_LOSS, where it must be absent */
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
  expansions: Ref[]
  sourceRef?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A game that has an image */
export interface GameImage {
  game: Ref
  /** UPLOADED by an editor, or FETCHED from the `imageUrl` of the game */
  origin: 'UPLOADED' | 'FETCHED'
  /** A text that changes whenever the image changes */
  digest: string
}

/** A page of GameImage items */
export interface GameImagePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: GameImage[]
}

/** A page of Game items */
export interface GamePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Game[]
}

/** The figures of a game, over the final matches whose details the caller may see */
export interface GameStatistics {
  game: Ref
  matches: number
  /** The number of different people. A ghost player counts as a person if nobody has claimed it, or if the caller may not see who has */
  players: number
  firstPlayedAt?: DateTime | undefined
  lastPlayedAt?: DateTime | undefined
  kinds: {
    alone: number
    together: number
    competitive: number
    unknown: number
  }
  together: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  /** The 8 most frequent numbers of participants */
  sizes: ({
    /** The number of participants */
    players: number
    matches: number
    /** The number of scores */
    written: number
    lowest?: number | undefined
    /** The median. If the number of scores is even, this is the lower of the two middle scores */
    middle?: number | undefined
    highest?: number | undefined
    /** All scores, the lowest first; absent if there are more than 30 */
    values?: number[] | undefined
    /** Present if there are more than 30 scores: how many of them are in each of 12 equal parts of the range of all scores of the game; the parts are the same for all numbers of players */
    bins?: number[] | undefined
  })[]
  scores?: {
    /** The number of scores */
    written: number
    lowest: number
    /** The first quartile */
    lowerQuarter: number
    /** The median. If the number of scores is even, this is the lower of the two middle scores */
    middle: number
    /** The third quartile */
    upperQuarter: number
    highest: number
    /** All scores, the lowest first; absent if there are more than 30 */
    values?: number[] | undefined
    /** Present if there are more than 30 scores: how many of them are in each of 12 equal parts of the range from the lowest to the highest */
    bins?: number[] | undefined
  } | undefined
  /** The best score by the game’s `winCondition`. If several scores are equal, the earliest one */
  record?: {
    score: number
    matchId: string
    matchParticipantId: string
    playedAt: DateTime
    canonicalPlayer?: Ref | undefined
    /** Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has */
    ghostPlayer?: Ref | undefined
  } | undefined
  /** The last 18 months with matches, the latest first */
  months: ({
    /** A month, such as 2026-01, in the time zone of the request */
    month: string
    matches: number
  })[]
  /** For each seat in contests: how many participants have a known place, and how many of them won */
  seats: ({
    /** The position among the participants of a match, from 1 */
    position: number
    placed: number
    won: number
  })[]
  /** For each of the 10 most frequent factions (the loadout attribute `faction`): how many participants have a known place, and how many of them won */
  factions: ({
    name: string
    placed: number
    won: number
  })[]
  /** The 10 most used expansions */
  expansions: ({
    expansion: Ref
    matches: number
  })[]
}

/** A named stand-in for a person; `isSelf` marks the one that represents its owner */
export interface GhostPlayer {
  id: string
  owner: Ref
  displayName: string
  isSelf: boolean
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of GhostPlayer items */
export interface GhostPlayerPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: GhostPlayer[]
}

/** The figures of a ghost player, over the final matches whose details the caller may see */
export interface GhostPlayerStatistics {
  ghostPlayer: Ref
  /** The user who owns the ghost player and records its matches */
  owner: Ref
  /** The player who has claimed the ghost player, if the caller may see them */
  canonicalPlayer?: Ref | undefined
  /** Whether the caller may ask to be this ghost player (`POST /claim-requests`); false for its owner */
  claimable: boolean
  /** Pending requests to claim this ghost player, if the caller made them or decides about them */
  claimRequests: number
  /** How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player */
  countedAsOne?: number | undefined
  matches: number
  games: number
  /** The largest h such that h games were each played at least h times */
  hIndex: number
  firstPlayedAt?: DateTime | undefined
  lastPlayedAt?: DateTime | undefined
  alone: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  together: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  competitive: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
    /** Contests that the player won together with somebody else */
    shared: number
    /** How many of the decided contests the player would have won by chance alone. For each contest, the share of finishers who won is added up. With four decimals */
    byChance: number
  }
  /** Matches with no known place, win or loss */
  unknown: number
  /** The most contests won in a row. If several runs have this length, the newest one */
  longestRun?: {
    wins: number
    from: DateTime
    to: DateTime
  } | undefined
  /** Contests won in a row until now */
  currentRun: number
  /** The newest 60 results, the newest first */
  form: ({
    /** A day in the time zone */
    on: string
    /** ALONE: one participant. TOGETHER: all won or lost as one. COMPETITIVE: a contest with places. UNKNOWN: no place, win or loss is known. */
    kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
    /** The place in a contest. Tied participants share a place. Absent if it is not known */
    place?: number | undefined
    /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
    of: number
    /** True for a win; absent if it is not known */
    won?: boolean | undefined
  })[]
  /** The last 18 months with matches, the latest first */
  months: ({
    /** A month, such as 2026-01, in the time zone of the request */
    month: string
    matches: number
    /** Contests won */
    won: number
    /** Matches played together */
    together: number
  })[]
  /** Contests in which the player has a place, by the number of finishers: the 8 most frequent numbers up to 12 */
  finishes: ({
    /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
    of: number
    matches: number
    /** How often the player was first, second, and so on */
    places: number[]
  })[]
  /** The 6 most played games */
  topGames: ({
    game: Ref
    matches: number
    /** Contests that are known to be won or lost */
    decided: number
    won: number
    lastPlayedAt: DateTime
    scores?: {
      /** The number of scores */
      written: number
      lowest: number
      /** The median. If the number of scores is even, this is the lower of the two middle scores */
      middle: number
      highest: number
      /** The highest or the lowest score, by the game’s `winCondition` */
      best: number
      /** The newest 7 scores, the newest first */
      newest: number[]
      /** The lowest and the highest score that anybody reached in the matches of `newest` */
      all: {
        lowest: number
        highest: number
      }
    } | undefined
  })[]
}

/** The user who becomes a trusted editor of the caller */
export interface GrantTrust {
  userId: string
}

/** A list of people. A privacy setting can let them in, and a community can have them as admins */
export interface Group {
  id: string
  owner: Ref
  displayName: string
  /** The number of members; the owner counts only if they are also a member */
  memberCount: number
  createdAt: DateTime
  updatedAt: DateTime
}

/** A user in a group */
export interface GroupMember {
  id: string
  displayName: string
  addedAt: DateTime
}

/** A page of GroupMember items */
export interface GroupMemberPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: GroupMember[]
}

/** A page of Group items */
export interface GroupPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Group[]
}

/** Two players compared by the matches that both played and whose details the caller may see */
export interface HeadToHead {
  one: Ref
  /** The user who owns `one`; present if `one` is a ghost player */
  ownerOfOne?: Ref | undefined
  other: Ref
  /** The user who owns `other`; present if `other` is a ghost player */
  ownerOfOther?: Ref | undefined
  countedAsOne?: {
    /** How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player */
    one?: number | undefined
    /** How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player */
    other?: number | undefined
  } | undefined
  /** Matches that both played */
  met: number
  /** Contests in which the person had the better place (in a pair: in which `one` had it). `ahead`, `level` and `behind` leave out contests in which a place is unknown or both were on one side */
  ahead: number
  /** Contests in which both had the same place */
  level: number
  /** Contests in which the person had the worse place (in a pair: in which `one` had it) */
  behind: number
  /** Matches that everybody won or lost together, or in which both were on the same side */
  together: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  /** Contests in which one of the two has no known place */
  unknown: number
  longestRunAhead: number
  longestRunBehind: number
  firstMetAt?: DateTime | undefined
  lastMetAt?: DateTime | undefined
  /** The 12 most played games */
  games: ({
    game: Ref
    /** Matches that both played */
    met: number
    /** Contests in which the person had the better place (in a pair: in which `one` had it). `ahead`, `level` and `behind` leave out contests in which a place is unknown or both were on one side */
    ahead: number
    /** Contests in which both had the same place */
    level: number
    /** Contests in which the person had the worse place (in a pair: in which `one` had it) */
    behind: number
    /** Matches that everybody won or lost together, or in which both were on the same side */
    together: number
  })[]
  /** The newest 200 meetings, the newest first */
  meetings: ({
    /** A day in the time zone */
    on: string
    /** The index of the game in `games`, from 0; absent if the game is not in it */
    game?: number | undefined
    /** AHEAD: `one` had the better place. LEVEL: both had the same place. BEHIND: `one` had the worse place. TOGETHER: both won or lost together. UNKNOWN: a place is not known */
    how: 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN'
    /** The score of `one` minus the score of `other` */
    by?: number | undefined
  })[]
}

/** A file of another tracker, and what becomes of its plays. Only its owner sees it */
export interface Import {
  id: string
  /** The program or format of the file */
  format: 'BG_STATS' | 'BGG' | 'NEMESTATS' | 'BOARD_GAME_TRACKER' | 'CSV'
  /** The time zone of times without an offset */
  timeZone: string
  /** QUESTIONS: some must be answered before it can start. READY: it can start. RUNNING: matches are being made. DONE: everything that can be done is done; start it again if games have appeared. FAILED: it broke off, and can be started again. EXPIRED: nobody has started it for 90 days, or it was done a year ago; its plays are gone */
  state: 'QUESTIONS' | 'READY' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
  openQuestions: number
  /** Plays that become matches, corrections or edits */
  playsToDo: number
  playsDone: number
  /** What becomes of the plays, or has become of them, and why */
  plays: ({
    status: 'NEW' | 'SAME' | 'CORRECTS_DRAFT' | 'PROPOSES_EDIT' | 'WAITS_FOR_GAME' | 'LEFT_OUT' | 'IMPORTED' | 'CORRECTED' | 'PROPOSED'
    reason?: string | undefined
    plays: number
  })[]
  /** How many people, games, expansions and playsets are known here, new, asked about or left out */
  names: ({
    kind: 'PERSON' | 'GAME' | 'EXPANSION' | 'PLAYSET'
    decision: 'KNOWN' | 'NEW' | 'ASKED' | 'WAITS' | 'LEFT_OUT'
    names: number
  })[]
  /** What is wrong with the file and belongs to no play; `found` has the first ten */
  notes: ({
    kind: string
    count: number
    found: string[]
  })[]
  /** SHA-256 of the file, in hexadecimal digits */
  fileDigest: string
  failure?: string | undefined
  startedAt?: DateTime | undefined
  endedAt?: DateTime | undefined
  /** When its plays are deleted: 30 days after it was done, but not those that wait for a game; 90 days after the last change if it is not started, and then it is EXPIRED. Nobody makes a match again whose play is deleted */
  playsUntil?: DateTime | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Import items */
export interface ImportPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Import[]
}

/** A play of the file, and what becomes of it */
export interface ImportPlay {
  id: string
  /** The place among the plays of the file */
  position: number
  /** The place in the file */
  at: string
  /** NEW becomes a match; afterwards the status is IMPORTED. SAME was imported before. CORRECTS_DRAFT changes a draft; afterwards CORRECTED. PROPOSES_EDIT proposes an edit of a final match; afterwards PROPOSED. With WAITS_FOR_GAME and LEFT_OUT nothing is made */
  status: 'NEW' | 'SAME' | 'CORRECTS_DRAFT' | 'PROPOSES_EDIT' | 'WAITS_FOR_GAME' | 'LEFT_OUT' | 'IMPORTED' | 'CORRECTED' | 'PROPOSED'
  /** Why it is left out, or a draft */
  reason?: string | undefined
  /** The name in the file */
  game?: string | undefined
  playedAt?: DateTime | undefined
  /** The names in the file */
  people: string[]
  /** What the service was not sure how to read, or has left out */
  notes: ({
    kind: string
    found: string
  })[]
  matchId?: string | undefined
}

/** A page of ImportPlay items */
export interface ImportPlayPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: ImportPlay[]
}

/** What an import of keys would change */
export interface ImportPreview {
  added: number
  /** Keys that have changed, and keys that were obsolete and are in use again */
  updated: number
  obsoleted: number
  unchanged: number
  /** Translations whose text fitted its key before this import but no longer does */
  invalidated: ({
    key: string
    locale: string
  })[]
  /** The first keys of each change, in the order of their names */
  rows: ({
    key: string
    change: 'ADDED' | 'UPDATED' | 'OBSOLETE'
    baseText: string
    /** The base text that the key has now */
    before?: string | undefined
  })[]
}

/** A person, game, expansion or playset of the file, and who or what that is here */
export interface ImportQuestion {
  id: string
  kind: 'PERSON' | 'GAME' | 'EXPANSION' | 'PLAYSET'
  /** The name as it is in the file */
  name: string
  /** The number of a game at BoardGameGeek */
  bggId?: number | undefined
  /** True if the file says that this person is its owner */
  isOwner: boolean
  /** How many plays of the file name this person, game or expansion */
  plays: number
  /** KNOWN: somebody or something here. NEW: becomes a new ghost player. ASKED: must be answered. WAITS: its plays wait for the game. LEFT_OUT: takes part in no match; the matches of an expansion or playset do without it */
  decision: 'KNOWN' | 'NEW' | 'ASKED' | 'WAITS' | 'LEFT_OUT'
  /** True if the owner has decided; false if the service has */
  answered: boolean
  ghostPlayer?: Ref | undefined
  game?: Ref | undefined
  expansion?: Ref | undefined
  playset?: Ref | undefined
  /** A game that is not here, as `POST /games` takes it: what the file says about it, or else what its plays show */
  newGame?: {
    minPlayers: number
    maxPlayers: number
    scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
    winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
  } | undefined
  /** Own ghost players, or games, that may be meant */
  candidates: Ref[]
  /** What the service would answer; absent if nothing is asked */
  suggestion?: {
    answer: 'USE' | 'NEW' | 'WAIT' | 'LEAVE_OUT'
    id?: string | undefined
  } | undefined
}

/** A page of ImportQuestion items */
export interface ImportQuestionPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: ImportQuestion[]
}

/** The result of importing keys */
export interface ImportResult {
  added: number
  /** Keys that have changed, and keys that were obsolete and are in use again */
  updated: number
  obsoleted: number
  unchanged: number
  /** Translations whose text fitted its key before this import but no longer does */
  invalidated: ({
    key: string
    locale: string
  })[]
}

/** Drafts of a locale */
export interface ImportTranslations {
  translations: ({
    /** The key, such as `menu.file.open` */
    key: string
    text: string
  })[]
}

/** How many rows were stored, and how many could not be read. The two add up to all rows of the export */
export interface ImportedRankings {
  storedRows: number
  unreadableRows: number
}

/** Something that waits for the caller’s decision, or that the caller has asked for and that waits for somebody else’s decision, or a decision about what the caller asked */
export interface InboxItem {
  /** The id of the edit, request, invitation or trust. For a dispute, the id of the participant whose result is disputed; for its answer, an id of its own */
  id: string
  kind: 'MATCH_EDIT' | 'DISPUTE' | 'CLAIM_REQUEST' | 'MEMBERSHIP_REQUEST' | 'INVITATION' | 'TRUSTED_EDITOR'
  /** IN: the caller decides or acknowledges. OUT: the caller asked, and may withdraw. ANSWERED: somebody else decided what the caller asked, or about the caller, in the last 14 days */
  direction: 'IN' | 'OUT' | 'ANSWERED'
  /** When the caller or somebody else asked. If it is ANSWERED, when the decision was made */
  since: DateTime
  /** If it is ANSWERED, whether the caller has seen it, as far as they have said */
  seen?: boolean | undefined
  /** The path below /api/v1 for deciding, acknowledging or withdrawing. If it is ANSWERED, the path of the resource that was decided, or of the edit that settled the dispute */
  path: string
  /** The value for If-Match when sending to `path`. It is * if the caller may no longer see the match */
  etag: string
  /** The game of an edit or a dispute */
  game?: {
    id: string
    displayName: string
    /** What a score means: points, seconds, turns or nothing */
    scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
    /** Required, except with scoreType WIN_LOSS, where it must be absent */
    winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
  } | undefined
  /** Absent if the caller may no longer see it */
  match?: Match | undefined
  matchEtag?: string | undefined
  /** The participants of the match that the caller has claimed */
  ownParticipantIds?: string[] | undefined
  /** The edit itself, or the edit that settled the dispute. Absent if the caller may no longer see the match */
  matchEdit?: MatchEdit | undefined
  dispute?: {
    matchParticipantId: string
    reason: string
    disputedBy: Ref
  } | undefined
  claimRequest?: ClaimRequest | undefined
  /** The owner of the claimed ghost player, if the caller sees the ghost player */
  owner?: Ref | undefined
  membershipRequest?: MembershipRequest | undefined
  /** What became of an invitation of the caller, or a question whether somebody is a ghost player */
  invitation?: {
    kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
    ghostPlayer?: Ref | undefined
    community?: Ref | undefined
    /** Somebody opened it and said: that is not me */
    declined: boolean
    /** How many people accepted it since the caller last acknowledged it */
    accepted: number
    /** The last person who accepted: a canonical player if the invitation is for a ghost player, otherwise a user */
    acceptedBy: Ref[]
    /** The user who asks the caller whether they are the ghost player. Only such a question has it */
    inviter?: Ref | undefined
    /** The user that the caller has asked, if it is no code or link */
    recipient?: Ref | undefined
    /** The three newest matches of the ghost player that the caller is asked about */
    newest?: ({
      game: Ref
      playedAt: DateTime
      kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
      place?: number | undefined
      of: number
      tied: boolean
      won?: boolean | undefined
      /** The first ten other ghost players of the match */
      others: Ref[]
    })[] | undefined
  } | undefined
  trustedEditor?: TrustedEditor | undefined
  /** For a claim request, the final matches of the ghost player that the caller sees. For a question whether somebody is a ghost player, all its final matches. For a membership request, the final matches that the caller recorded with the requester and other members */
  matches?: {
    /** How many there are, counting only the newest 1000 matches */
    number: number
    firstPlayedAt?: DateTime | undefined
    lastPlayedAt?: DateTime | undefined
  } | undefined
  /** For a membership request, the members in most of the `matches`, as ghost players */
  fellows?: ({
    ghostPlayer: Ref
    matches: number
  })[] | undefined
}

/** A page of InboxItem items */
export interface InboxItemPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: InboxItem[]
}

/** Up to which time the caller has seen the answers in the inbox */
export interface InboxSeen {
  until: DateTime
}

/** An invitation, without its secret */
export interface Invitation {
  id: string
  kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
  inviter: Ref
  /** The only user who can accept it. They find it in their inbox */
  recipient?: Ref | undefined
  ghostPlayer?: Ref | undefined
  community?: Ref | undefined
  /** USED: nobody else can accept it. DECLINED: somebody opened it, or was asked, and said: that is not me. ENDED: it was revoked or replaced, or its inviter can no longer invite to this */
  state: 'OPEN' | 'USED' | 'DECLINED' | 'EXPIRED' | 'ENDED'
  /** How many people have accepted it */
  uses: number
  mostUses: number
  /** How many of them the inviter has not acknowledged, or 1 for a refusal that they have not */
  unread: number
  lastUsedAt?: DateTime | undefined
  expiresAt: DateTime
  endedAt?: DateTime | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Invitation items */
export interface InvitationPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Invitation[]
}

/** What somebody reads before they accept an invitation: who invites them, and what the invitation is for */
export interface InvitationPreview {
  kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
  inviter: Ref
  ghostPlayer?: Ref | undefined
  community?: Ref | undefined
  expiresAt: DateTime
  /** How many final matches the ghost player has */
  matches?: number | undefined
  firstPlayedAt?: DateTime | undefined
  lastPlayedAt?: DateTime | undefined
  /** The ghost player’s three newest matches */
  newest?: ({
    game: Ref
    playedAt: DateTime
    kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
    place?: number | undefined
    of: number
    tied: boolean
    won?: boolean | undefined
    /** The first ten other ghost players of the match */
    others: Ref[]
  })[] | undefined
}

/** The secret of an invitation: the part of the link after `#` */
export interface InvitationSecret {
  secret: string
}

/** The user who is asked whether they are the ghost player */
export interface InviteUser {
  userId: string
}

/** All keys of an application */
export interface KeyCatalog {
  /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
  baseLocale: string
  keys: ({
    /** The key, such as `menu.file.open` */
    key: string
    /** ICU MessageFormat; can use the arguments of its key */
    baseText: string
    description?: string | undefined
    arguments: ({
      name: string
      /** STRING for select; NUMBER for number, plural and #; DATE for date and time; ANY only for showing the value */
      type: 'ANY' | 'NUMBER' | 'DATE' | 'STRING'
    })[]
  })[]
}

/** A player on the leaderboard of a game */
export interface LeaderboardEntry {
  /** The place by the first field of the sort; equal entries share a place. Absent for players with fewer than 5 matches, who come last in every order */
  place?: number | undefined
  /** The ghost player as which the player took part in their last match */
  ghostPlayer: Ref
  /** The user who owns `ghostPlayer`. It distinguishes two ghost players with the same name */
  owner: Ref
  /** The player who has claimed the ghost player, if the caller may see them */
  canonicalPlayer?: Ref | undefined
  /** The estimated strength minus three times `uncertainty`. It is 1000 before the first match */
  rating: number
  /** One standard deviation of the estimate, on the scale of the rating */
  uncertainty: number
  /** True with fewer than 5 matches */
  provisional: boolean
  /** Contests in which the player has a place */
  matches: number
  /** Contests won, shared wins included */
  wins: number
  /** `wins` divided by `matches`, with three decimals */
  winShare: number
  /** The share of these matches that the player would have won by chance alone: the average share of sides that won a match. It has four decimals, because a match can have 300 participants */
  chance: number
}

/** A page of LeaderboardEntry items */
export interface LeaderboardEntryPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: LeaderboardEntry[]
}

/** The progress of the translations of an application, by locale */
export interface Locales {
  items: ({
    locale: string
    /** Keys in use: the sum of `published`, `draft` and `missing` */
    total: number
    /** Keys with a published text */
    published: number
    /** Keys with a draft and no published text */
    draft: number
    /** Keys with neither a draft nor a published text */
    missing: number
    /** Translations with a text that does not fit its key */
    invalid: number
    /** Translations that are older than their base text */
    outdated: number
  })[]
}

/** A match of a game with its participants */
export interface Match {
  id: string
  game: Ref
  playset?: Ref | undefined
  community?: Ref | undefined
  recorder: Ref
  status: 'DRAFT' | 'FINALIZED'
  playedAt: DateTime
  /** Whether others may propose edits */
  editRequestsEnabled: boolean
  finalizedAt?: DateTime | undefined
  lastEditedAt?: DateTime | undefined
  lastEditedBy?: Ref | undefined
  createdAt: DateTime
  updatedAt: DateTime
  /** The expansions of the match. Like the playset and the results, they are absent in lists if only MATCH_HISTORY lets the caller in */
  expansions?: Ref[] | undefined
  participants: Participant[]
}

/** What the caller may ask about a match, because somebody is there to answer */
export interface MatchAnswerable {
  /** Whether an edit can be proposed: the match is finalized, takes edits, and its recorder still has an account */
  edit: boolean
  /** The participants whose ghost players the caller may claim, or waits for an answer about, in the order of the participants */
  claims: string[]
}

/** What somebody proposes to change in a finalized match, and what became of it */
export interface MatchEdit {
  id: string
  matchId: string
  proposedBy: Ref
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  decidedBy?: Ref | undefined
  decidedAt?: DateTime | undefined
  participantChanges: ({
    matchParticipantId: string
    score?: number | undefined
    rank?: number | undefined
    outcome?: 'WIN' | 'LOSS' | undefined
    /** True if the edit writes this field. If the field is then absent, the edit clears it */
    scoreSet: boolean
    /** True if the edit writes this field. If the field is then absent, the edit clears it */
    rankSet: boolean
    /** True if the edit writes this field. If the field is then absent, the edit clears it */
    outcomeSet: boolean
  })[]
  loadoutChanges: ({
    matchParticipantId: string
    attributes: Record<string, unknown>
  })[]
  /** Without a playset, the edit removes the current playset */
  playsetChange?: {
    playset?: Ref | undefined
  } | undefined
  /** Replaces all expansions; an empty list removes them */
  expansionChange?: {
    expansions: Ref[]
  } | undefined
  /** The values that the edit has replaced. Absent until the edit is applied, and for edits that were applied by an earlier version of the service, which did not store them */
  replaced?: {
    /** The changed participants. A changed field is absent if nothing was written before */
    participants: ({
      matchParticipantId: string
      score?: number | undefined
      rank?: number | undefined
      outcome?: 'WIN' | 'LOSS' | undefined
      /** The attributes of the old loadout */
      attributes?: Record<string, unknown> | undefined
    })[]
    playset?: Ref | undefined
    expansions?: Ref[] | undefined
  } | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of MatchEdit items */
export interface MatchEditPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: MatchEdit[]
}

/** A page of Match items */
export interface MatchPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Match[]
}

/** The canonical players of a match’s participants, in the order of the participants. People that the caller may not see are left out */
export type MatchPeople = ({
  matchParticipantId: string
  canonicalPlayer: Ref
})[]

/** The caller: a user with their canonical player and self ghost player */
export interface Me {
  id: string
  displayName: string
  canonicalPlayer: Ref
  selfGhostPlayer: Ref
  createdAt: DateTime
  updatedAt: DateTime
}

/** A user belongs to a community */
export interface Membership {
  id: string
  community: Ref
  user: Ref
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of Membership items */
export interface MembershipPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Membership[]
}

/** A request by a user to become a member of a community; its admins decide */
export interface MembershipRequest {
  id: string
  community: Ref
  user: Ref
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED'
  decidedBy?: Ref | undefined
  decidedAt?: DateTime | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of MembershipRequest items */
export interface MembershipRequestPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: MembershipRequest[]
}

/** A text of an application, in its base locale */
export interface MessageKey {
  key: string
  baseText: string
  description?: string | undefined
  arguments: ({
    name: string
    /** STRING for select; NUMBER for number, plural and #; DATE for date and time; ANY only for showing the value */
    type: 'ANY' | 'NUMBER' | 'DATE' | 'STRING'
  })[]
  /** OBSOLETE means that the last import did not contain the key */
  status: 'ACTIVE' | 'OBSOLETE'
  createdAt: DateTime
  updatedAt: DateTime
  obsoletedAt?: DateTime | undefined
}

/** A page of MessageKey items */
export interface MessageKeyPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: MessageKey[]
}

/** The texts of an application in a locale */
export interface Messages {
  applicationId: string
  locale: string
  /** The texts by key, in ICU MessageFormat */
  messages: Record<string, string>
}

/** A game that is missing in the service and for which imports wait */
export interface MissingGame {
  /** An id that depends only on the name and the number, so it stays the same */
  id: string
  name: string
  /** The number of the game at BoardGameGeek */
  bggId?: number | undefined
  /** How many people have imports that wait for the game */
  people: number
  /** How many plays wait for the game */
  plays: number
}

/** A page of MissingGame items */
export interface MissingGamePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: MissingGame[]
}

/** A new invitation. Only this answer shows its secret, and the link with the secret after `#` */
export interface NewInvitation {
  id: string
  kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
  inviter: Ref
  /** The only user who can accept it. They find it in their inbox */
  recipient?: Ref | undefined
  ghostPlayer?: Ref | undefined
  community?: Ref | undefined
  /** USED: nobody else can accept it. DECLINED: somebody opened it, or was asked, and said: that is not me. ENDED: it was revoked or replaced, or its inviter can no longer invite to this */
  state: 'OPEN' | 'USED' | 'DECLINED' | 'EXPIRED' | 'ENDED'
  /** How many people have accepted it */
  uses: number
  mostUses: number
  /** How many of them the inviter has not acknowledged, or 1 for a refusal that they have not */
  unread: number
  lastUsedAt?: DateTime | undefined
  expiresAt: DateTime
  endedAt?: DateTime | undefined
  createdAt: DateTime
  updatedAt: DateTime
  secret: string
  url: string
}

/** A new personal access token. Only this answer shows the token itself */
export interface NewPersonalToken {
  id: string
  name: string
  scopes: string[]
  createdAt: DateTime
  expiresAt: DateTime
  /** Updated at most every five minutes */
  lastUsedAt?: DateTime | undefined
  token: string
}

/** A browser that gets push messages about the inbox */
export interface NotificationDevice {
  id: string
  name: string
  /** True if this device is the browser that sends the request */
  isHere: boolean
  createdAt: DateTime
  /** When the device’s push service last accepted a message */
  sentAt?: DateTime | undefined
}

/** A page of NotificationDevice items */
export interface NotificationDevicePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: NotificationDevice[]
}

/** Where the caller gets mail and push messages, about what, and how often */
export interface Notifications {
  /** False if this service sends no mail at the moment */
  sending: boolean
  /** The key with which a browser subscribes to push messages (RFC 8292), in base64url; absent if this service sends none at the moment */
  pushKey?: string | undefined
  /** The verified address to which mail is sent */
  address?: string | undefined
  /** An address that the user must still verify, by the link that was sent there */
  unverifiedAddress?: string | undefined
  /** Whether mail is sent to `address`. It becomes false if the user ends mail by the link in a mail */
  mail: boolean
  /** What mails and push messages are about: the kinds of items in the inbox that wait for the user */
  kinds: ('MATCH_EDIT' | 'DISPUTE' | 'CLAIM_REQUEST' | 'MEMBERSHIP_REQUEST' | 'INVITATION')[]
  /** AT_ONCE: soon, but at most once every five minutes. DAILY: once a day, at seven in the morning in `timeZone` */
  pace: 'AT_ONCE' | 'DAILY'
  /** The language of mails and push messages */
  locale: 'en' | 'de'
  timeZone: string
}

/** A person that a player has met in matches that the caller may see */
export interface Opponent {
  canonicalPlayer?: Ref | undefined
  /** Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has */
  ghostPlayer?: Ref | undefined
  /** The user who owns `ghostPlayer`. It distinguishes two ghost players with the same name */
  owner?: Ref | undefined
  /** How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player */
  countedAsOne?: number | undefined
  /** Matches that both played */
  met: number
  /** Contests in which the person had the better place (in a pair: in which `one` had it). `ahead`, `level` and `behind` leave out contests in which a place is unknown or both were on one side */
  ahead: number
  /** Contests in which both had the same place */
  level: number
  /** Contests in which the person had the worse place (in a pair: in which `one` had it) */
  behind: number
  /** Matches that everybody won or lost together, or in which both were on the same side */
  together: number
  lastMetAt: DateTime
}

/** A page of Opponent items */
export interface OpponentPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Opponent[]
}

/** One of the caller’s own ghost players, with its number of matches */
export interface OwnGhostPlayer {
  id: string
  owner: Ref
  displayName: string
  isSelf: boolean
  createdAt: DateTime
  updatedAt: DateTime
  /** The final matches that it takes part in */
  matches: number
}

/** A page of OwnGhostPlayer items */
export interface OwnGhostPlayerPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: OwnGhostPlayer[]
}

/** The players of the contests in a game that the caller played, rated by these alone. `place` is by rating */
export interface OwnLeaderboard {
  /** Everybody who has a place in these contests */
  players: number
  /** The first 100: players with 5 matches or more by rating, then the others by wins */
  items: LeaderboardEntry[]
}

/** The caller belongs to a community */
export interface OwnMembership {
  id: string
  community: Ref
  /** The owner of the community */
  owner: Ref
  /** The caller owns the community or is in its admin group */
  isAdmin: boolean
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of OwnMembership items */
export interface OwnMembershipPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: OwnMembership[]
}

/** The caller’s strength in a game, estimated from their own matches. Before the first match it is the strength of a beginner */
export interface OwnRating {
  /** The estimate minus three uncertainties, as in leaderboards */
  rating: number
  /** One standard deviation of the estimate, on the scale of the rating */
  uncertainty: number
  /** The estimated strength, on the scale of the rating. In 95 of 100 cases the real strength is at most two uncertainties away */
  estimate: number
  /** True with fewer than 5 matches */
  provisional: boolean
  /** Contests in which the caller and somebody else have a place */
  matches: number
  /** The strength after each match, starting with match 5, the oldest first. If there are more than 60, the line has only the first, the last, and 58 at equal distances between them */
  line: ({
    /** The number of the match, from 1 to `matches` */
    match: number
    playedAt: DateTime
    /** The estimate minus three uncertainties, as in leaderboards */
    rating: number
    /** One standard deviation of the estimate, on the scale of the rating */
    uncertainty: number
    /** The estimated strength, on the scale of the rating. In 95 of 100 cases the real strength is at most two uncertainties away */
    estimate: number
  })[]
}

/** A ghost player who took part in a match, with their result */
export interface Participant {
  id: string
  ghostPlayer: Ref
  /** Points, seconds or turns, as the game’s scoreType says, with at most two decimals */
  score?: number | undefined
  /** 1 is the winner; tied participants share a rank */
  rank?: number | undefined
  outcome?: 'WIN' | 'LOSS' | undefined
  loadout?: {
    id: string
    /** Any keys and values, exactly as they were sent */
    attributes: Record<string, unknown>
    createdAt: DateTime
    updatedAt: DateTime
  } | undefined
  /** Why the claimed player disagrees with this result */
  disputeReason?: string | undefined
  disputedAt?: DateTime | undefined
  disputedBy?: Ref | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** The figures of a person, over the final matches whose details the caller may see */
export interface PersonStatistics {
  canonicalPlayer: Ref
  /** How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player */
  countedAsOne?: number | undefined
  matches: number
  games: number
  /** The largest h such that h games were each played at least h times */
  hIndex: number
  firstPlayedAt?: DateTime | undefined
  lastPlayedAt?: DateTime | undefined
  alone: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  together: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  competitive: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
    /** Contests that the player won together with somebody else */
    shared: number
    /** How many of the decided contests the player would have won by chance alone. For each contest, the share of finishers who won is added up. With four decimals */
    byChance: number
  }
  /** Matches with no known place, win or loss */
  unknown: number
  /** The most contests won in a row. If several runs have this length, the newest one */
  longestRun?: {
    wins: number
    from: DateTime
    to: DateTime
  } | undefined
  /** Contests won in a row until now */
  currentRun: number
  /** The newest 60 results, the newest first */
  form: ({
    /** A day in the time zone */
    on: string
    /** ALONE: one participant. TOGETHER: all won or lost as one. COMPETITIVE: a contest with places. UNKNOWN: no place, win or loss is known. */
    kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
    /** The place in a contest. Tied participants share a place. Absent if it is not known */
    place?: number | undefined
    /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
    of: number
    /** True for a win; absent if it is not known */
    won?: boolean | undefined
  })[]
  /** The last 18 months with matches, the latest first */
  months: ({
    /** A month, such as 2026-01, in the time zone of the request */
    month: string
    matches: number
    /** Contests won */
    won: number
    /** Matches played together */
    together: number
  })[]
  /** Contests in which the player has a place, by the number of finishers: the 8 most frequent numbers up to 12 */
  finishes: ({
    /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
    of: number
    matches: number
    /** How often the player was first, second, and so on */
    places: number[]
  })[]
  /** The 6 most played games */
  topGames: ({
    game: Ref
    matches: number
    /** Contests that are known to be won or lost */
    decided: number
    won: number
    lastPlayedAt: DateTime
    scores?: {
      /** The number of scores */
      written: number
      lowest: number
      /** The median. If the number of scores is even, this is the lower of the two middle scores */
      middle: number
      highest: number
      /** The highest or the lowest score, by the game’s `winCondition` */
      best: number
      /** The newest 7 scores, the newest first */
      newest: number[]
      /** The lowest and the highest score that anybody reached in the matches of `newest` */
      all: {
        lowest: number
        highest: number
      }
    } | undefined
  })[]
}

/** A personal access token, without the token itself */
export interface PersonalToken {
  id: string
  name: string
  scopes: string[]
  createdAt: DateTime
  expiresAt: DateTime
  /** Updated at most every five minutes */
  lastUsedAt?: DateTime | undefined
}

/** A page of PersonalToken items */
export interface PersonalTokenPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: PersonalToken[]
}

/** The state of each step of the pipeline, and the number of candidates by stage and by status */
export interface PipelineStatus {
  steps: PipelineStep[]
  /** Entries of the ranking that have no candidate yet and wait for the catalogue’s answer */
  unlinkedRankings: number
  candidatesByStage: {
    PENDING_RULES: number
    RULES_COLLECTED: number
    INTERPRETED: number
    FAILED: number
  }
  candidatesByStatus: {
    PENDING: number
    APPROVED: number
    PUBLISHED: number
    REJECTED: number
  }
}

/** A step of the pipeline */
export interface PipelineStep {
  step: 'ENRICH_FROM_CATALOG' | 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH'
  /** Paused through the API */
  paused: boolean
  suspendedUntil?: DateTime | undefined
  /** Why the step is suspended */
  suspendReason?: string | undefined
  /** Neither paused nor suspended */
  running: boolean
}

/** What each step of the pipeline has done last, and how much waits for it */
export interface PipelineSteps {
  steps: ({
    step: 'ENRICH_FROM_CATALOG' | 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH'
    /** Paused through the API */
    paused: boolean
    suspendedUntil?: DateTime | undefined
    /** Why the step is suspended */
    suspendReason?: string | undefined
    /** Neither paused nor suspended */
    running: boolean
    /** How many items wait for the step, now or later */
    waiting: number
    /** How many items the step is working on */
    inWork: number
    /** How often the step has taken items since midnight UTC */
    callsToday: number
    /** The tokens of the language model since midnight UTC */
    tokensToday: number
    lastSuccessAt?: DateTime | undefined
    lastFailureAt?: DateTime | undefined
    /** Why an item, or the service of the step, last failed */
    lastFailure?: string | undefined
  })[]
}

/** Rule variants, a scenario and expansions that a game is played with */
export interface Playset {
  id: string
  owner: Ref
  game: Ref
  displayName?: string | undefined
  variants: string[]
  scenario?: string | undefined
  expansions: Ref[]
  createdAt: DateTime
  updatedAt: DateTime
  deletedAt?: DateTime | undefined
}

/** A page of Playset items */
export interface PlaysetPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Playset[]
}

/** Who may see one type of a user’s data; every user has a setting for each type */
export interface PrivacySetting {
  id: string
  user: Ref
  dataType: 'PROFILE' | 'MATCH_HISTORY' | 'MATCH_DETAILS'
  /** PRIVATE lets nobody in, PUBLIC every user, PRIVILEGED_ACCESS the members of `groups` */
  level: 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS'
  /** The groups whose members may see the data with the level PRIVILEGED_ACCESS */
  groups: Ref[]
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of PrivacySetting items */
export interface PrivacySettingPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: PrivacySetting[]
}

/** The step of the pipeline that a candidate waits for, and its failures */
export interface Progress {
  /** The step that the candidate waits for; absent if it waits for no step */
  step?: 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH' | undefined
  /** The step is working on the candidate */
  working: boolean
  failedAttempts: number
  /** Why the last attempt failed */
  lastFailure?: string | undefined
  /** The next attempt begins no earlier than this; absent if it is due now, or the candidate waits for no step */
  nextAttemptAt?: DateTime | undefined
}

/** What was published, and what could not be */
export interface PublishResult {
  published: number
  skipped: ({
    key: string
    locale: string
    code: 'INVALID' | 'OBSOLETE' | 'NO_DRAFT'
  })[]
}

/** The drafts to publish: all of them, or only the drafts of a locale or of keys */
export interface PublishTranslations {
  /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
  locale?: string | undefined
  keys?: string[] | undefined
}

/** An entry of the catalogue’s ranking, as it was last imported */
export interface Ranking {
  catalogId: number
  displayName: string
  yearPublished?: number | undefined
  rank?: number | undefined
  /** The average rating, moved towards the mean of all games if there are few ratings */
  bayesAverage?: number | undefined
  average?: number | undefined
  usersRated?: number | undefined
  isExpansion: boolean
  /** The rank within each family of games */
  familyRanks: Record<string, number>
  /** The candidate made from this entry */
  candidateId?: string | undefined
  importedAt: DateTime
}

/** An import of the catalogue’s ranking */
export interface RankingImport {
  id: string
  /** The person who imported it */
  user?: Ref | undefined
  /** The client that imported it for itself */
  clientId?: string | undefined
  storedRows: number
  unreadableRows: number
  /** The first 100 rows that could not be read */
  unreadable: ({
    line: number
    /** The beginning of the row; empty if the row was too long */
    text: string
    /** QUOTES: a quotation mark is missing or out of place. FIELD_COUNT: the row has more or fewer fields than the header. ID: the id is no positive integer. NAME: the name is empty. NUMBER: another field is no number */
    reason: 'TOO_LONG' | 'QUOTES' | 'FIELD_COUNT' | 'ID' | 'REPEATED_ID' | 'NAME' | 'NUMBER'
  })[]
  createdAt: DateTime
}

/** A page of RankingImport items */
export interface RankingImportPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: RankingImport[]
}

/** A page of Ranking items */
export interface RankingPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Ranking[]
}

/** The caller’s year in numbers */
export interface Recap {
  year: number
  matches: number
  /** The number of days with matches */
  days: number
  /** The number of different people met */
  people: number
  games: number
  /** Games that the caller had not played in any earlier year */
  newGames: number
  competitive: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
    /** Contests that the player won together with somebody else */
    shared: number
  }
  together: {
    matches: number
    /** How many of them are known to be won or lost */
    decided: number
    won: number
  }
  longestRun?: {
    wins: number
    from: DateTime
    to: DateTime
  } | undefined
  /** The win with the smallest lead over the next score */
  closestWin?: {
    matchId: string
    game: Ref
    playedAt: DateTime
    /** The difference of the two scores */
    by: number
  } | undefined
  /** The win with the largest lead over the next score */
  biggestWin?: {
    matchId: string
    game: Ref
    playedAt: DateTime
    /** The difference of the two scores */
    by: number
  } | undefined
  /** The 5 people met most often, without people who hide their history from the caller */
  mostMet: ({
    canonicalPlayer?: Ref | undefined
    /** Present instead of `canonicalPlayer` if nobody has claimed the ghost player, or if the caller may not see who has */
    ghostPlayer?: Ref | undefined
    /** How many players the caller counts as this one (`/users/me/same-people`); absent if it is one player */
    countedAsOne?: number | undefined
    /** Matches that both played */
    met: number
    /** Contests in which the person had the better place (in a pair: in which `one` had it). `ahead`, `level` and `behind` leave out contests in which a place is unknown or both were on one side */
    ahead: number
    /** Contests in which both had the same place */
    level: number
    /** Contests in which the person had the worse place (in a pair: in which `one` had it) */
    behind: number
    /** Matches that everybody won or lost together, or in which both were on the same side */
    together: number
  })[]
  busiestDay?: {
    /** A day in the time zone */
    on: string
    matches: number
  } | undefined
  /** All twelve months */
  months: ({
    month: number
    matches: number
    /** Contests won */
    won: number
  })[]
  /** The 5 most played games */
  topGames: ({
    game: Ref
    matches: number
  })[]
}

/** A reference to another resource */
export interface Ref {
  id: string
  displayName: string
}

/** The value of a field in the catalogue, compared with its value in the rulebook */
export interface ReliabilityCheck {
  field: string
  catalogValue?: string | undefined
  llmValue?: string | undefined
  matches: boolean
}

/** Which failed deliveries are sent again */
export interface ReplayWebhook {
  /** Deliveries that failed from this time on are sent again */
  since: DateTime
}

/** How many deliveries are sent again */
export interface ReplayedWebhook {
  /** How many deliveries are sent again */
  replayed: number
  /** How many deliveries are not sent again yet, because too many wait. Try again later */
  left: number
}

/** An id of the catalogue that somebody asked for, or that an expansion needs as its base game */
export interface RequestedId {
  catalogId: number
  /** The name in the ranking or of the candidate */
  displayName?: string | undefined
  /** WAITING: the catalogue was not asked yet, or did not answer. CANDIDATE: it has become a candidate. MISSING: the catalogue does not have it. NOT_A_GAME: it is something else there */
  state: 'WAITING' | 'IN_WORK' | 'CANDIDATE' | 'MISSING' | 'NOT_A_GAME'
  candidateId?: string | undefined
  /** Why the catalogue did not answer for it */
  failureReason?: string | undefined
  nextAttemptAt?: DateTime | undefined
  requestedAt: DateTime
}

/** A page of RequestedId items */
export interface RequestedIdPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: RequestedId[]
}

/** How a person finished in one final match */
export interface Result {
  match: {
    id: string
    game: Ref
    playedAt: DateTime
    community?: Ref | undefined
  }
  matchParticipantId: string
  /** ALONE: one participant. TOGETHER: all won or lost as one. COMPETITIVE: a contest with places. UNKNOWN: no place, win or loss is known. */
  kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
  /** The place in a contest. Tied participants share a place. Absent if it is not known */
  place?: number | undefined
  /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
  of: number
  /** True if somebody else has the same place */
  tied: boolean
  /** True for a win; absent if it is not known */
  won?: boolean | undefined
  score?: number | undefined
  /** What a score means: points, seconds, turns or nothing */
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  /** Required, except with scoreType WIN_LOSS, where it must be absent */
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
}

/** A page of Result items */
export interface ResultPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Result[]
}

/** How many candidates a filter finds, and how many of them are tried again */
export interface RetriedCandidates {
  /** How many candidates the filter finds */
  matching: number
  /** How many of these have a failed step that can be tried again */
  retryable: number
  /** How many are tried again now: at most 1000, and none with `dryRun` */
  retried: number
}

/** The step to try again; by default, the step that failed */
export interface RetryCandidate {
  step?: 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH' | undefined
}

/** Which candidates to try again, and from which step; by default, from the step that failed */
export interface RetryCandidates {
  /** The filter of `GET /candidates`; by default, all candidates */
  filter?: string | undefined
  step?: 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH' | undefined
}

/** A document or page with the rules of a candidate */
export interface RuleSource {
  id: string
  url: string
  title?: string | undefined
  contentType?: string | undefined
  language?: string | undefined
  /** MANUAL: a person added it. SEARCH: the pipeline found it */
  origin: 'MANUAL' | 'SEARCH'
  fetchedAt?: DateTime | undefined
  /** The length of the source’s text */
  characters?: number | undefined
  failureReason?: string | undefined
  createdAt: DateTime
}

/** A page of RuleSource items */
export interface RuleSourcePage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: RuleSource[]
}

/** What the caller has said about two players: whether they are one person or two */
export interface SamePerson {
  id: string
  one: {
    /** The player with an account: the player in the answer, or the player who has claimed `ghostPlayer` since. This player counts in place of the ghost player. If both sides have different canonical players, they are two people, whatever the answer says */
    canonicalPlayer?: Ref | undefined
    ghostPlayer?: Ref | undefined
    /** The user who owns `ghostPlayer`; absent if the caller may no longer see the ghost player */
    owner?: Ref | undefined
  }
  other: {
    /** The player with an account: the player in the answer, or the player who has claimed `ghostPlayer` since. This player counts in place of the ghost player. If both sides have different canonical players, they are two people, whatever the answer says */
    canonicalPlayer?: Ref | undefined
    ghostPlayer?: Ref | undefined
    /** The user who owns `ghostPlayer`; absent if the caller may no longer see the ghost player */
    owner?: Ref | undefined
  }
  isSame: boolean
  createdAt: DateTime
}

/** A page of SamePerson items */
export interface SamePersonPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: SamePerson[]
}

/** A browser that is signed in to an account */
export interface Session {
  id: string
  /** How the person signed in */
  method: 'PASSKEY' | 'PASSWORD' | 'RECOVERY' | 'LINK' | 'MAIL' | 'OUTSIDE' | 'DEMO'
  /** Where the sign-in came from */
  address: string
  userAgent: string
  createdAt: DateTime
  lastSeenAt: DateTime
  /** When it ends, if it is not used before */
  endsAt: DateTime
}

/** A page of Session items */
export interface SessionPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Session[]
}

/** What another person sees of the caller’s data. It has only what the caller controls or may know about */
export interface Sight {
  /** Whether the other person can find the caller and open the caller’s page */
  profile: boolean
  /** The caller’s name on pages that `profile` opens */
  displayName: string
  /** Whether the other person can open the caller’s history and figures */
  history: boolean
  /** How many final matches the caller recorded */
  recorded: number
  /** How many of the matches in `recorded` the other person sees */
  seen: number
  /** How many of the matches in `recorded` the other person sees with scores and other details */
  withDetails: number
  /** How many drafts of the caller the other person sees */
  drafts: number
  /** Up to five of the final matches that the other person sees, the newest first */
  newest: ({
    id: string
    game: Ref
    playedAt: DateTime
    /** Whether the other person sees the scores and other details of the match */
    details: boolean
  })[]
  /** The figures on the caller’s page, as the other person gets them; missing if `history` is false. Matches that others recorded count as far as the caller may know that the other person sees them */
  figures?: {
    matches: number
    games: number
    /** The largest h such that h games were each played at least h times */
    hIndex: number
    firstPlayedAt?: DateTime | undefined
    lastPlayedAt?: DateTime | undefined
    alone: {
      matches: number
      /** How many of them are known to be won or lost */
      decided: number
      won: number
    }
    together: {
      matches: number
      /** How many of them are known to be won or lost */
      decided: number
      won: number
    }
    competitive: {
      matches: number
      /** How many of them are known to be won or lost */
      decided: number
      won: number
      /** Contests that the player won together with somebody else */
      shared: number
      /** How many of the decided contests the player would have won by chance alone. For each contest, the share of finishers who won is added up. With four decimals */
      byChance: number
    }
    /** Matches with no known place, win or loss */
    unknown: number
    /** The most contests won in a row. If several runs have this length, the newest one */
    longestRun?: {
      wins: number
      from: DateTime
      to: DateTime
    } | undefined
    /** Contests won in a row until now */
    currentRun: number
    /** The newest 60 results, the newest first */
    form: ({
      /** A day in the time zone */
      on: string
      /** ALONE: one participant. TOGETHER: all won or lost as one. COMPETITIVE: a contest with places. UNKNOWN: no place, win or loss is known. */
      kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
      /** The place in a contest. Tied participants share a place. Absent if it is not known */
      place?: number | undefined
      /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
      of: number
      /** True for a win; absent if it is not known */
      won?: boolean | undefined
    })[]
    /** The last 18 months with matches, the latest first */
    months: ({
      /** A month, such as 2026-01, in the time zone of the request */
      month: string
      matches: number
      /** Contests won */
      won: number
      /** Matches played together */
      together: number
    })[]
    /** Contests in which the player has a place, by the number of finishers: the 8 most frequent numbers up to 12 */
    finishes: ({
      /** In a contest, the number of finishers. A side counts as one finisher. In other matches, the number of participants */
      of: number
      matches: number
      /** How often the player was first, second, and so on */
      places: number[]
    })[]
    /** The 6 most played games */
    topGames: ({
      game: Ref
      matches: number
      /** Contests that are known to be won or lost */
      decided: number
      won: number
      lastPlayedAt: DateTime
      scores?: {
        /** The number of scores */
        written: number
        lowest: number
        /** The median. If the number of scores is even, this is the lower of the two middle scores */
        middle: number
        highest: number
        /** The highest or the lowest score, by the game’s `winCondition` */
        best: number
        /** The newest 7 scores, the newest first */
        newest: number[]
        /** The lowest and the highest score that anybody reached in the matches of `newest` */
        all: {
          lowest: number
          highest: number
        }
      } | undefined
    })[]
  } | undefined
}

/** A link with which somebody gets in. Its URL cannot be read again */
export interface SignInLink {
  id: string
  kind: 'FIRST_ADMINISTRATOR' | 'INVITATION' | 'RESET'
  /** The account that a reset is for */
  account?: Ref | undefined
  /** The roles of invited accounts */
  roles: ('player' | 'catalog-editor' | 'translator' | 'application-owner' | 'catalog-service' | 'admin')[]
  /** How many uses are left */
  uses: number
  /** True if the link works now: it is not used up, it has not ended, and its maker may still make such links */
  good: boolean
  /** Who made it; absent if it was made with a command on the server */
  maker?: Ref | undefined
  expiresAt: DateTime
  /** When somebody ended it before it expired */
  endedAt?: DateTime | undefined
  createdAt: DateTime
}

/** A page of SignInLink items */
export interface SignInLinkPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: SignInLink[]
}

/** What the caller is likely to choose when they record a match */
export interface Suggestions {
  /** The games that the caller recorded most recently, the newest first. The game of `gameId` comes before all others */
  games: ({
    id: string
    displayName: string
    /** What a score means: points, seconds, turns or nothing */
    scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
    /** Required, except with scoreType WIN_LOSS, where it must be absent */
    winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
    minPlayers: number
    maxPlayers: number
    imageUrl?: string | undefined
    lastPlayedAt: DateTime
    /** The playset of the last match */
    playset?: Ref | undefined
    /** The community of the last match, if the caller is still a member */
    community?: Ref | undefined
    /** The expansions of the last match, or none if it had more than 12 */
    expansions: Ref[]
  })[]
  /** Groups of at most 12 people who played finished matches together, the newest first. Groups that played the game of `gameId` come before all others */
  tables: ({
    /** The ids of the people, in the order in which they sat in their last match */
    ghostPlayerIds: string[]
    lastPlayedAt: DateTime
    /** How many of the newest matches had exactly these people */
    matches: number
  })[]
  /** The caller’s self ghost player, then the people in `tables`, then the most frequent players, then others by name */
  ghostPlayers: ({
    id: string
    displayName: string
    isSelf: boolean
  })[]
  /** The communities that the caller is in, the most recently played first */
  communities: Ref[]
}

/** How the service went during the last day */
export interface SystemFigures {
  /** How many seconds a point stands for */
  every: number
  /** The oldest first. While no instance ran there is no point */
  points: ({
    /** When the time of the point begins */
    at: DateTime
    /** How many instances counted */
    instances: number
    /** Requests a second, to all instances */
    requests: number
    /** The share of requests that were answered with 400 to 499 */
    refused: number
    /** The share of requests that were answered with 500 to 599 */
    failed: number
    /** Half of the requests took fewer seconds than this, at the slowest instance */
    median?: number | undefined
    /** 99 of 100 requests took fewer seconds than this, at the slowest instance */
    slow?: number | undefined
    /** The memory of all instances, in bytes */
    memory: number
    /** Connections of all programs to PostgreSQL */
    connections: number
    /** Events that had no place in the log yet */
    events: number
    /** Mails that waited */
    mails: number
  })[]
}

/** The current state of the service */
export interface SystemStatus {
  /** The version of the service that answers */
  version: string
  /** The services on this database, each named by its process and machine */
  instances: ({
    name: string
    since: DateTime
  })[]
  database: {
    version: string
    /** The size of the database on disk */
    bytes: number
    /** How many connections all programs have */
    connections: number
    /** The most connections that the server allows */
    mostConnections: number
    /** How long the oldest open transaction has been open, in seconds */
    longestTransaction: number
    /** How many connections wait for a lock */
    waitingForLocks: number
    /** Standbys that copy this server */
    standbys: number
  }
  accounts: {
    total: number
    disabled: number
    /** How many administrators are not disabled */
    administrators: number
  }
  /** How many browsers are signed in */
  sessions: number
  personalTokens: number
  /** Failed attempts to sign in during the last 24 hours */
  failedSignIns: number
  events: {
    /** When the last event of the log was written */
    lastAt: DateTime
    /** Events that have no place in the log yet */
    waiting: number
  }
  /** What the service still has to send */
  outgoing: {
    /** Mails that wait: links, and news about inboxes */
    mails: number
    /** Those that the mail server has put off */
    delayedMails: number
    /** Push messages that wait */
    pushMessages: number
    /** Those that a push service has put off */
    delayedPushMessages: number
    /** Deliveries to webhooks that wait */
    deliveries: number
    /** Deliveries to webhooks that have failed within a week */
    failedDeliveries: number
    /** When the oldest delivery that waits was made */
    oldestDeliveryAt?: DateTime | undefined
  }
  pipeline: PipelineStatus
  /** How many instances work in the pipeline */
  pipelineWorkers: number
}

/** A text of an application in another locale */
export interface Translation {
  applicationId: string
  key: string
  locale: string
  draftText?: string | undefined
  publishedText?: string | undefined
  status: 'DRAFT' | 'PUBLISHED' | 'PUBLISHED_WITH_DRAFT'
  /** True if a text no longer fits the arguments of its key. Such a draft cannot be published, and such a published text is not served */
  invalid: boolean
  problems: ({
    code: 'UNKNOWN_ARGUMENT' | 'ARGUMENT_TYPE_MISMATCH'
    argument?: string | undefined
    message: string
  })[]
  /** True if the base text changed after the latest text was written */
  outdated: boolean
  draftedBy?: Ref | undefined
  draftedAt?: DateTime | undefined
  publishedBy?: Ref | undefined
  publishedAt?: DateTime | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** The texts of a locale, for people who translate in another program */
export interface TranslationFile {
  applicationId: string
  /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
  baseLocale: string
  /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
  locale: string
  translations: ({
    /** The key, such as `menu.file.open` */
    key: string
    /** The text to translate. It says which version of the base text the translation is for */
    baseText: string
    description?: string | undefined
    arguments?: ({
      name: string
      /** STRING for select; NUMBER for number, plural and #; DATE for date and time; ANY only for showing the value */
      type: 'ANY' | 'NUMBER' | 'DATE' | 'STRING'
    })[] | undefined
    /** The translation, in ICU MessageFormat; empty if there is none */
    text?: string | undefined
    /** Stands for the translation as it was when the file was made. Leave it as it is */
    digest?: string | undefined
  })[]
}

/** What becomes of the texts of a file */
export interface TranslationFileResult {
  added: number
  updated: number
  /** Texts that nobody changed in the file, and texts that are the same here */
  unchanged: number
  /** Keys without a text in the file */
  untranslated: number
  /** Of the texts added and updated, how many were written for another base text than now */
  outdated: number
  rejected: ({
    key: string
    /** The place in the file */
    at: string
    code: 'INVALID_REFERENCE' | 'OBSOLETE' | 'INVALID_MESSAGE' | 'UNKNOWN_ARGUMENT' | 'ARGUMENT_TYPE_MISMATCH' | 'CHANGED'
    message: string
  })[]
  /** The first texts that are added, that are updated, and that changed here since the file was made */
  rows: ({
    key: string
    change: 'ADDED' | 'UPDATED' | 'CHANGED'
    text: string
    /** The text that the service has */
    before?: string | undefined
    outdated: boolean
  })[]
}

/** A page of Translation items */
export interface TranslationPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Translation[]
}

/** The result of importing translations */
export interface TranslationsImportResult {
  added: number
  updated: number
  /** Translations that already have the same latest text */
  unchanged: number
  rejected: ({
    key: string
    code: 'INVALID_REFERENCE' | 'OBSOLETE' | 'INVALID_MESSAGE' | 'UNKNOWN_ARGUMENT' | 'ARGUMENT_TYPE_MISMATCH'
    message: string
  })[]
}

/** Edits by the editor in the grantor’s matches are approved at once. The trust does not work in the other direction */
export interface TrustedEditor {
  id: string
  grantor: Ref
  editor: Ref
  createdAt: DateTime
  updatedAt: DateTime
  revokedAt?: DateTime | undefined
}

/** A page of TrustedEditor items */
export interface TrustedEditorPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: TrustedEditor[]
}

/** What to change; an absent field keeps its value */
export interface UpdateAccount {
  roles?: ('player' | 'catalog-editor' | 'translator' | 'application-owner' | 'catalog-service' | 'admin')[] | undefined
  /** True ends the account’s sessions, and nobody can sign in with it */
  disabled?: boolean | undefined
  /** Null removes the address, so that another account can use it. Only the owner of the account can set an address */
  email?: null | undefined
}

/** What to change; an absent field keeps its value, null clears it */
export interface UpdateApplication {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  description?: string | null | undefined
  /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
  baseLocale?: string | undefined
}

/** What to change; an absent field keeps its value, null clears it */
export interface UpdateCandidate {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  tags?: string[] | undefined
  isExpansion?: boolean | undefined
  description?: string | null | undefined
  minPlayers?: number | null | undefined
  maxPlayers?: number | null | undefined
  playingTime?: number | null | undefined
  minAge?: number | null | undefined
  yearPublished?: number | null | undefined
  imageUrl?: string | null | undefined
  baseGameCatalogId?: number | null | undefined
  scoreType?: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | null | undefined
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | null | undefined
}

/** What to change; an absent field keeps its value, null clears it. Only the owner may choose the admin group */
export interface UpdateCommunity {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  description?: string | null | undefined
  /** OPEN: everybody can join. REQUIRES_APPROVAL: an admin decides */
  joinPolicy?: 'OPEN' | 'REQUIRES_APPROVAL' | undefined
  adminGroupId?: string | null | undefined
}

/** What to change; an absent field keeps its value, null clears it */
export interface UpdateExpansion {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  description?: string | null | undefined
  imageUrl?: string | null | undefined
}

/** What to change; an absent field keeps its value */
export interface UpdateGame {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
  description?: string | undefined
  minPlayers?: number | undefined
  maxPlayers?: number | undefined
  imageUrl?: string | null | undefined
  tags?: string[] | undefined
  /** What a score means: points, seconds, turns or nothing */
  scoreType?: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | undefined
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | null | undefined
}

/** What to change; an absent field keeps its value */
export interface UpdateGhostPlayer {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
}

/** What to change; an absent field keeps its value */
export interface UpdateGroup {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
}

/** Answers to questions of the import, and its time zone. Each answer is remembered for the next import */
export interface UpdateImport {
  timeZone?: string | undefined
  answers?: ({
    questionId: string
    /** USE: this ghost player or game. NEW: a new ghost player. WAIT: its plays wait until the game is here. LEAVE_OUT: a person takes part in no match, the plays of a game become no matches */
    answer: 'USE' | 'NEW' | 'WAIT' | 'LEAVE_OUT'
    /** The ghost player, if `answer` is USE and the question is about a person */
    ghostPlayerId?: string | undefined
    /** The game, if `answer` is USE and the question is about a game */
    gameId?: string | undefined
  })[] | undefined
}

/** What to change; an absent field keeps its value, null clears it, a list replaces the current one. A finalized match takes only playedAt and editRequestsEnabled. */
export interface UpdateMatch {
  gameId?: string | undefined
  playedAt?: DateTime | undefined
  participants?: ({
    ghostPlayerId: string
    /** Points, seconds or turns, as the game’s scoreType says, with at most two decimals */
    score?: number | undefined
    /** 1 is the winner; tied participants share a rank */
    rank?: number | undefined
    outcome?: 'WIN' | 'LOSS' | undefined
    /** Any keys and values, stored exactly as sent; at most 64 KiB as JSON text */
    loadoutAttributes?: Record<string, unknown> | undefined
  })[] | undefined
  expansions?: string[] | undefined
  playsetId?: string | null | undefined
  communityId?: string | null | undefined
  editRequestsEnabled?: boolean | undefined
}

/** What to change; an absent field keeps its value */
export interface UpdateMe {
  /** White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text */
  displayName?: string | undefined
}

/** What to change; an absent field keeps its value */
export interface UpdateNotifications {
  /** The service sends a link to this address, and sends mail there once the caller has opened it. Null removes the address */
  address?: string | null | undefined
  /** Whether mail is sent to `address`. It becomes false if the user ends mail by the link in a mail */
  mail?: boolean | undefined
  /** What mails and push messages are about: the kinds of items in the inbox that wait for the user */
  kinds?: ('MATCH_EDIT' | 'DISPUTE' | 'CLAIM_REQUEST' | 'MEMBERSHIP_REQUEST' | 'INVITATION')[] | undefined
  /** AT_ONCE: soon, but at most once every five minutes. DAILY: once a day, at seven in the morning in `timeZone` */
  pace?: 'AT_ONCE' | 'DAILY' | undefined
  /** The language of mails and push messages */
  locale?: 'en' | 'de' | undefined
  timeZone?: string | undefined
}

/** What to change; an absent field keeps its value, null clears it, a list replaces the current one */
export interface UpdatePlayset {
  displayName?: string | null | undefined
  variants?: string[] | undefined
  scenario?: string | null | undefined
  expansions?: string[] | undefined
}

/** What to change; an absent field keeps its value, a list of groups replaces the current one */
export interface UpdatePrivacySetting {
  /** PRIVATE lets nobody in, PUBLIC every user, PRIVILEGED_ACCESS the members of `groups` */
  level?: 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS' | undefined
  groupIds?: string[] | undefined
}

/** What to change; an absent field keeps its value */
export interface UpdateWebhook {
  /** Where events are sent: https, at a public address, without a user name */
  url?: string | undefined
  /** What the webhook is for */
  description?: string | undefined
  /** The kinds of events that are sent; empty for all */
  kinds?: ('match.created' | 'match.updated' | 'match.deleted' | 'match-edit.created' | 'match-edit.updated' | 'match-edit.deleted' | 'game.created' | 'game.updated' | 'game.deleted' | 'expansion.created' | 'expansion.updated' | 'expansion.deleted' | 'playset.created' | 'playset.updated' | 'playset.deleted' | 'ghost-player.created' | 'ghost-player.updated' | 'ghost-player.deleted' | 'user.created' | 'user.updated' | 'user.deleted' | 'canonical-player.created' | 'canonical-player.updated' | 'canonical-player.deleted' | 'claim-request.created' | 'claim-request.updated' | 'claim-request.deleted' | 'claim-edge.created' | 'claim-edge.updated' | 'claim-edge.deleted' | 'trusted-editor.created' | 'trusted-editor.updated' | 'trusted-editor.deleted' | 'invitation.created' | 'invitation.updated' | 'invitation.deleted' | 'privacy-setting.created' | 'privacy-setting.updated' | 'privacy-setting.deleted' | 'group.created' | 'group.updated' | 'group.deleted' | 'community.created' | 'community.updated' | 'community.deleted' | 'membership.created' | 'membership.updated' | 'membership.deleted' | 'membership-request.created' | 'membership-request.updated' | 'membership-request.deleted' | 'candidate.created' | 'candidate.updated' | 'candidate.deleted' | 'rule-source.created' | 'rule-source.updated' | 'rule-source.deleted')[] | undefined
  /** False lets all waiting deliveries fail. True sends events again from now on; events from the time in between are not sent */
  enabled?: boolean | undefined
}

/** A person who uses the service, as others see them */
export interface User {
  id: string
  displayName: string
  canonicalPlayer: Ref
  createdAt: DateTime
  updatedAt: DateTime
}

/** A page of User items */
export interface UserPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: User[]
}

/** The secret of a link that verifies an address */
export interface VerifyAddress {
  /** The secret in the link that was mailed */
  secret: string
}

/** An endpoint that gets the events of its maker, as in Standard Webhooks */
export interface Webhook {
  id: string
  /** The account whose events are sent. If the account loses its rights, the webhook is disabled */
  maker: Ref
  url: string
  description: string
  /** Empty for all kinds */
  kinds: ('match.created' | 'match.updated' | 'match.deleted' | 'match-edit.created' | 'match-edit.updated' | 'match-edit.deleted' | 'game.created' | 'game.updated' | 'game.deleted' | 'expansion.created' | 'expansion.updated' | 'expansion.deleted' | 'playset.created' | 'playset.updated' | 'playset.deleted' | 'ghost-player.created' | 'ghost-player.updated' | 'ghost-player.deleted' | 'user.created' | 'user.updated' | 'user.deleted' | 'canonical-player.created' | 'canonical-player.updated' | 'canonical-player.deleted' | 'claim-request.created' | 'claim-request.updated' | 'claim-request.deleted' | 'claim-edge.created' | 'claim-edge.updated' | 'claim-edge.deleted' | 'trusted-editor.created' | 'trusted-editor.updated' | 'trusted-editor.deleted' | 'invitation.created' | 'invitation.updated' | 'invitation.deleted' | 'privacy-setting.created' | 'privacy-setting.updated' | 'privacy-setting.deleted' | 'group.created' | 'group.updated' | 'group.deleted' | 'community.created' | 'community.updated' | 'community.deleted' | 'membership.created' | 'membership.updated' | 'membership.deleted' | 'membership-request.created' | 'membership-request.updated' | 'membership-request.deleted' | 'candidate.created' | 'candidate.updated' | 'candidate.deleted' | 'rule-source.created' | 'rule-source.updated' | 'rule-source.deleted')[]
  enabled: boolean
  disabledAt?: DateTime | undefined
  /** ADMINISTRATOR: somebody disabled it. MAKER: its maker was disabled or is no longer an administrator. GONE: the endpoint answered 410. FAILING: the endpoint failed for three days. SECRET_LOST: the service can no longer read the secret, so it must be renewed */
  disabledReason?: 'ADMINISTRATOR' | 'MAKER' | 'GONE' | 'FAILING' | 'SECRET_LOST' | undefined
  /** How many deliveries wait to be sent */
  waiting: number
  lastSuccessAt?: DateTime | undefined
  lastFailureAt?: DateTime | undefined
  /** What went wrong at the last failed attempt */
  lastFailure?: string | undefined
  /** Until this time, deliveries are signed with the former secret as well as the new one */
  formerSecretUntil?: DateTime | undefined
  /** Verifies signatures. Present only in the answer to the request that made the secret */
  secret?: string | undefined
  createdAt: DateTime
  updatedAt: DateTime
}

/** An event for a webhook. It does not name the resource: only the endpoint receives its path */
export interface WebhookDelivery {
  /** The header `webhook-id` of all attempts */
  id: string
  /** The kind of the event; `ping` is a test, and `reset` stands for events that were not sent because too many waited, or because the log no longer had the events after the last one that was sent */
  kind: 'ping' | 'reset' | 'match.created' | 'match.updated' | 'match.deleted' | 'match-edit.created' | 'match-edit.updated' | 'match-edit.deleted' | 'game.created' | 'game.updated' | 'game.deleted' | 'expansion.created' | 'expansion.updated' | 'expansion.deleted' | 'playset.created' | 'playset.updated' | 'playset.deleted' | 'ghost-player.created' | 'ghost-player.updated' | 'ghost-player.deleted' | 'user.created' | 'user.updated' | 'user.deleted' | 'canonical-player.created' | 'canonical-player.updated' | 'canonical-player.deleted' | 'claim-request.created' | 'claim-request.updated' | 'claim-request.deleted' | 'claim-edge.created' | 'claim-edge.updated' | 'claim-edge.deleted' | 'trusted-editor.created' | 'trusted-editor.updated' | 'trusted-editor.deleted' | 'invitation.created' | 'invitation.updated' | 'invitation.deleted' | 'privacy-setting.created' | 'privacy-setting.updated' | 'privacy-setting.deleted' | 'group.created' | 'group.updated' | 'group.deleted' | 'community.created' | 'community.updated' | 'community.deleted' | 'membership.created' | 'membership.updated' | 'membership.deleted' | 'membership-request.created' | 'membership-request.updated' | 'membership-request.deleted' | 'candidate.created' | 'candidate.updated' | 'candidate.deleted' | 'rule-source.created' | 'rule-source.updated' | 'rule-source.deleted'
  state: 'WAITING' | 'SENT' | 'FAILED'
  attempts: number
  /** When the change was made */
  happenedAt: DateTime
  lastAttemptAt?: DateTime | undefined
  /** The status that the endpoint answered last */
  lastStatus?: number | undefined
  /** What went wrong at the last attempt */
  lastError?: string | undefined
  nextAttemptAt?: DateTime | undefined
  endedAt?: DateTime | undefined
  createdAt: DateTime
}

/** A page of WebhookDelivery items */
export interface WebhookDeliveryPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: WebhookDelivery[]
}

/** A page of Webhook items */
export interface WebhookPage {
  limit: number
  /** The cursor of the previous page; null on the first page */
  prevCursor: string | null
  /** The cursor of the next page; null on the last page */
  nextCursor: string | null
  items: Webhook[]
}

/** A step; by default, all steps */
export interface WhichStep {
  step?: 'ENRICH_FROM_CATALOG' | 'COLLECT_RULES' | 'INTERPRET_RULES' | 'PUBLISH' | undefined
}

/** The draft of a translation */
export interface WriteTranslation {
  /** ICU MessageFormat; can use the arguments of its key */
  text: string
}
