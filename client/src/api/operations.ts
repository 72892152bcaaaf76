/** The operations of the API. Derived from the API; `npm run derive` renews it. */
import type { Operation, StreamOperation } from '../operation.ts'
import type { AcceptedInvitation, Account, AccountLink, AccountPage, AddGroupMember, AnswerInvitation, Application, ApplicationPage, ApproveCandidate, Audience, AudienceMemberPage, AuditEventPage, BgStatsFile, Candidate, CandidateActivityPage, CandidatePage, CanonicalPlayer, CanonicalPlayerPage, Checkup, ClaimEdge, ClaimEdgePage, ClaimRequest, ClaimRequestPage, Client, ClientPage, Community, CommunityPage, CommunityStatistics, Count, CreateAccountLink, CreateApplication, CreateCandidate, CreateClaimRequest, CreateClient, CreateCommunity, CreateCommunityInvitation, CreateExpansion, CreateGame, CreateGhostPlayer, CreateGroup, CreateInvitation, CreateMatch, CreateMatchEdit, CreateNotificationDevice, CreatePersonalToken, CreatePlayset, CreateRuleSource, CreateSamePerson, CreateWebhook, DecideClaimRequest, DecideMatchEdit, DecideMembershipRequest, DisputePage, DisputeParticipant, EnrichRequest, Enriching, Event, Evidence, Expansion, ExpansionPage, Export, Game, GameImagePage, GamePage, GameStatistics, GhostPlayer, GhostPlayerPage, GhostPlayerStatistics, GrantTrust, Group, GroupMemberPage, GroupPage, HeadToHead, Import, ImportPage, ImportPlayPage, ImportPreview, ImportQuestionPage, ImportResult, ImportTranslations, ImportedRankings, InboxItemPage, InboxSeen, Invitation, InvitationPage, InvitationPreview, InvitationSecret, InviteUser, KeyCatalog, LeaderboardEntryPage, Locales, Match, MatchAnswerable, MatchEdit, MatchEditPage, MatchPage, MatchPeople, Me, Membership, MembershipPage, MembershipRequest, MembershipRequestPage, MessageKey, MessageKeyPage, Messages, MissingGamePage, NewInvitation, NewPersonalToken, NotificationDevice, NotificationDevicePage, Notifications, OpponentPage, OwnGhostPlayerPage, OwnLeaderboard, OwnMembershipPage, OwnRating, PersonStatistics, PersonalTokenPage, PipelineStatus, PipelineSteps, Playset, PlaysetPage, PrivacySetting, PrivacySettingPage, Progress, PublishResult, PublishTranslations, Ranking, RankingImportPage, RankingPage, Recap, ReplayWebhook, ReplayedWebhook, RequestedIdPage, ResultPage, RetriedCandidates, RetryCandidate, RetryCandidates, RuleSource, RuleSourcePage, SamePerson, SamePersonPage, SessionPage, Sight, SignInLinkPage, Suggestions, SystemFigures, SystemStatus, Translation, TranslationFile, TranslationFileResult, TranslationPage, TranslationsImportResult, TrustedEditor, TrustedEditorPage, UpdateAccount, UpdateApplication, UpdateCandidate, UpdateCommunity, UpdateExpansion, UpdateGame, UpdateGhostPlayer, UpdateGroup, UpdateImport, UpdateMatch, UpdateMe, UpdateNotifications, UpdatePlayset, UpdatePrivacySetting, UpdateWebhook, User, UserPage, VerifyAddress, Webhook, WebhookDelivery, WebhookDeliveryPage, WebhookPage, WhichStep, WriteTranslation } from './schemas.ts'

/**
 * The matches that the caller may see
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const listMatches: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `playsetId`, `playsetName`, `expansionsId`, `expansionsName`, `id`, `gameId`, `gameName`, `communityId`, `communityName`, `recorderId`, `recorderName`, `playedAt`, `finalizedAt`, `editRequestsEnabled`, `lastEditedAt`, `lastEditedById`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `playedAt`, `finalizedAt`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MatchPage
}> = { method: 'GET', path: '/matches' }

/**
 * Record a match as a draft
 * 
 * Needs the scope `svc-engine:match-create`.
 */
export const createMatch: Operation<{
  params: unknown
  query: undefined
  body: CreateMatch
  answer: Match
}> = { method: 'POST', path: '/matches' }

/**
 * How many matches the caller may see
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const countMatches: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `playsetId`, `playsetName`, `expansionsId`, `expansionsName`, `id`, `gameId`, `gameName`, `communityId`, `communityName`, `recorderId`, `recorderName`, `playedAt`, `finalizedAt`, `editRequestsEnabled`, `lastEditedAt`, `lastEditedById`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/matches/count' }

/**
 * A match with its participants
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const getMatch: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: undefined
  answer: Match
}> = { method: 'GET', path: '/matches/{matchId}' }

/**
 * Change a draft, or playedAt and editRequestsEnabled of a finalized match
 * 
 * Only the recorder of a match may change, finalize or delete it.
 * 
 * Needs the scope `svc-engine:match-update`.
 */
export const updateMatch: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: UpdateMatch
  answer: Match
  resource: Match
}> = { method: 'PATCH', path: '/matches/{matchId}', versionOf: '/matches/{matchId}' }

/**
 * Delete a draft with its participants
 * 
 * Only the recorder of a match may change, finalize or delete it.
 * 
 * Needs the scope `svc-engine:match-delete`.
 */
export const deleteMatch: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Match
}> = { method: 'DELETE', path: '/matches/{matchId}', versionOf: '/matches/{matchId}' }

/**
 * The claimed players in a match that the caller may see
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const getMatchPeople: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: undefined
  answer: MatchPeople
}> = { method: 'GET', path: '/matches/{matchId}/people' }

/**
 * Whether the caller may propose an edit of a match, and which of its participants they may claim
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const getMatchAnswerable: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: undefined
  answer: MatchAnswerable
}> = { method: 'GET', path: '/matches/{matchId}/answerable' }

/**
 * Finalize a draft; later changes need match edits
 * 
 * If the match has a community, the recorder must still be a member of it. Otherwise join the community again, or clear `communityId`.
 * 
 * Only the recorder of a match may change, finalize or delete it.
 * 
 * Needs the scope `svc-engine:match-finalize`.
 */
export const finalizeMatch: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: undefined
  answer: Match
  resource: Match
}> = { method: 'POST', path: '/matches/{matchId}/finalize', versionOf: '/matches/{matchId}' }

/**
 * Dispute the caller’s own result in a match; this replaces an earlier dispute
 * 
 * Only the claimed player of this participant may dispute its result.
 * 
 * Needs the scope `svc-engine:match-participant-dispute`.
 */
export const disputeMatchParticipant: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
    /** The id of the match participant. */
    matchParticipantId: string
  }
  query: undefined
  body: DisputeParticipant
  answer: Match
  resource: Match
}> = { method: 'POST', path: '/matches/{matchId}/participants/{matchParticipantId}/dispute', versionOf: '/matches/{matchId}' }

/**
 * Withdraw the caller’s dispute
 * 
 * Only the user who disputed may withdraw the dispute, even if the ghost player is no longer theirs. If they may no longer see the match, they send `If-Match: *`, and the answer has no scores, ranks, outcomes, loadouts, playset or expansions.
 * 
 * Only the user who disputed this result may withdraw the dispute.
 * 
 * Needs the scope `svc-engine:match-participant-dispute`.
 */
export const withdrawDispute: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
    /** The id of the match participant. */
    matchParticipantId: string
  }
  query: undefined
  body: undefined
  answer: Match
  resource: Match
}> = { method: 'DELETE', path: '/matches/{matchId}/participants/{matchParticipantId}/dispute', versionOf: '/matches/{matchId}' }

/**
 * The disputes that the caller may see
 * 
 * The list has disputes of matches that the caller recorded or played in, and of matches whose recorder trusts the caller.
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const listDisputes: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `matchParticipantId`, `matchId`, `recorderId`, `disputedById`, `disputedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `disputedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: DisputePage
}> = { method: 'GET', path: '/disputes' }

/**
 * How many disputes the caller may see
 * 
 * Needs the scope `svc-engine:match-read`.
 */
export const countDisputes: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `matchParticipantId`, `matchId`, `recorderId`, `disputedById`, `disputedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/disputes/count' }

/**
 * What the caller is likely to choose for the next match: games, people, playsets, expansions, communities
 * 
 * Suggestions come from the 60 most recently played matches that the caller recorded, including drafts. With `gameId`, they also come from the 60 most recent matches of that game. They leave out everything that can no longer be chosen. An app can store the answer for offline use: with names of usual length it has at most some 14 kB.
 * 
 * Needs the scope `svc-engine:suggestion-read`.
 */
export const getSuggestions: Operation<{
  params: unknown
  query: {
    /** The game of the match that the caller is about to record. */
    gameId?: string | undefined
  }
  body: undefined
  answer: Suggestions
}> = { method: 'GET', path: '/users/me/suggestions' }

/**
 * The caller’s imports
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const listImports: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `format`, `state`, `createdAt`, `updatedAt`, `fileDigest`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ImportPage
}> = { method: 'GET', path: '/imports' }

/**
 * Read a file of another tracker and say what it would make
 * 
 * The body is the file as it is: the JSON of BG Stats, the plays of BoardGameGeek as XML, an export of NemeStats or Board Game Tracker, or CSV. The service recognises the format from the content. This is the dry run: no match is made before `POST /imports/{importId}/start`. A file that cannot be read gets 400 with one sentence, and is not stored.
 * 
 * Needs the scope `svc-engine:import-create`.
 */
export const createImport: Operation<{
  params: unknown
  query: {
    /** The time zone of times in the file without an offset: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: Blob
  answer: Import
}> = { method: 'POST', path: '/imports', media: ['application/octet-stream', 'application/json', 'application/xml', 'text/xml', 'text/csv'] }

/**
 * How many imports the caller has
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const countImports: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `format`, `state`, `createdAt`, `updatedAt`, `fileDigest`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/imports/count' }

/**
 * An import, and how far it has come
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const getImport: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: undefined
  body: undefined
  answer: Import
}> = { method: 'GET', path: '/imports/{importId}' }

/**
 * Answer questions of an import, or set its time zone
 * 
 * The plan for the plays is made again. While the import is running the answer is 409.
 * 
 * Needs the scope `svc-engine:import-update`.
 */
export const updateImport: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: undefined
  body: UpdateImport
  answer: Import
  resource: Import
}> = { method: 'PATCH', path: '/imports/{importId}', versionOf: '/imports/{importId}' }

/**
 * Forget an import; if it is running, it stops
 * 
 * The matches that it has made stay. Another import of the same file does not make them again.
 * 
 * Needs the scope `svc-engine:import-delete`.
 */
export const deleteImport: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Import
}> = { method: 'DELETE', path: '/imports/{importId}', versionOf: '/imports/{importId}' }

/**
 * Make the matches of an import
 * 
 * New ghost players are made at once, and the matches in the background; `GET /imports/{importId}` says how far the import is. An import that is DONE or FAILED can be started again: it makes the matches that waited for games that are here now, and makes nothing twice. One import of a person runs at a time (409).
 * 
 * Needs the scope `svc-engine:import-create`.
 */
export const startImport: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: undefined
  body: undefined
  answer: Import
  resource: Import
}> = { method: 'POST', path: '/imports/{importId}/start', versionOf: '/imports/{importId}' }

/**
 * The people, games, expansions and playsets of the file, and who or what they are here
 * 
 * `filter=decision==ASKED` has what must be answered before the start. People and games can be answered otherwise.
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const listImportQuestions: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `name`, `decision`, `answered`, `plays`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `plays`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ImportQuestionPage
}> = { method: 'GET', path: '/imports/{importId}/questions' }

/**
 * How many people, games, expansions and playsets the file names
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const countImportQuestions: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `name`, `decision`, `answered`, `plays`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/imports/{importId}/questions/count' }

/**
 * The plays of the file, and what becomes of each
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const listImportPlays: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `position`, `status`, `reason`, `matchId`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `position`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ImportPlayPage
}> = { method: 'GET', path: '/imports/{importId}/plays' }

/**
 * How many plays the file has
 * 
 * Needs the scope `svc-engine:import-read`.
 */
export const countImportPlays: Operation<{
  params: {
    /** The id of the import. */
    importId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `position`, `status`, `reason`, `matchId`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/imports/{importId}/plays/count' }

/**
 * The games for which started imports wait
 * 
 * The list says how many people and plays wait, but not who waits.
 * 
 * Needs the scope `svc-engine:missing-game-read`.
 */
export const listMissingGames: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `bggId`, `people`, `plays`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `people`, `plays`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MissingGamePage
}> = { method: 'GET', path: '/missing-games' }

/**
 * For how many games imports wait
 * 
 * Needs the scope `svc-engine:missing-game-read`.
 */
export const countMissingGames: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `bggId`, `people`, `plays`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/missing-games/count' }

/**
 * The edits that were proposed for a match
 * 
 * Needs the scope `svc-engine:match-edit-read`.
 */
export const listMatchEdits: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `proposedById`, `proposedByName`, `decidedById`, `decidedByName`, `status`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `status`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MatchEditPage
}> = { method: 'GET', path: '/matches/{matchId}/edits' }

/**
 * Propose a change of a finalized match; the proposal of a trusted editor is applied at once
 * 
 * Only users who see the details of a match may propose an edit of it.
 * 
 * Needs the scope `svc-engine:match-edit-create`.
 */
export const createMatchEdit: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: undefined
  body: CreateMatchEdit
  answer: MatchEdit
}> = { method: 'POST', path: '/matches/{matchId}/edits' }

/**
 * How many edits were proposed for a match
 * 
 * Needs the scope `svc-engine:match-edit-read`.
 */
export const countMatchEdits: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `proposedById`, `proposedByName`, `decidedById`, `decidedByName`, `status`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/matches/{matchId}/edits/count' }

/**
 * An edit of a match
 * 
 * Needs the scope `svc-engine:match-edit-read`.
 */
export const getMatchEdit: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
    /** The id of the edit. */
    editId: string
  }
  query: undefined
  body: undefined
  answer: MatchEdit
}> = { method: 'GET', path: '/matches/{matchId}/edits/{editId}' }

/**
 * Approve or reject an edit of a match that the caller recorded
 * 
 * Only the recorder of a match may decide its edits.
 * 
 * Needs the scope `svc-engine:match-edit-decide`.
 */
export const decideMatchEdit: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
    /** The id of the edit. */
    editId: string
  }
  query: undefined
  body: DecideMatchEdit
  answer: MatchEdit
  resource: MatchEdit
}> = { method: 'PATCH', path: '/matches/{matchId}/edits/{editId}', versionOf: '/matches/{matchId}/edits/{editId}' }

/**
 * Withdraw an edit that the caller proposed and nobody has decided
 * 
 * The edit is deleted. Its proposer may withdraw it even if they can no longer see the match.
 * 
 * Only the user who proposed an edit may withdraw it.
 * 
 * Needs the scope `svc-engine:match-edit-withdraw`.
 */
export const withdrawMatchEdit: Operation<{
  params: {
    /** The id of the match. */
    matchId: string
    /** The id of the edit. */
    editId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: MatchEdit
}> = { method: 'DELETE', path: '/matches/{matchId}/edits/{editId}', versionOf: '/matches/{matchId}/edits/{editId}' }

/**
 * The edits of all matches whose details the caller may see
 * 
 * Needs the scope `svc-engine:match-edit-read`.
 */
export const listAllMatchEdits: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `matchId`, `recorderId`, `proposedById`, `status`, `createdAt`, `decidedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`, `decidedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MatchEditPage
}> = { method: 'GET', path: '/match-edits' }

/**
 * How many edits there are of matches whose details the caller may see
 * 
 * Needs the scope `svc-engine:match-edit-read`.
 */
export const countAllMatchEdits: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `matchId`, `recorderId`, `proposedById`, `status`, `createdAt`, `decidedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/match-edits/count' }

/**
 * All games
 * 
 * Needs the scope `svc-engine:game-read`.
 */
export const listGames: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `scoreType`, `minPlayers`, `maxPlayers`, `tags`, `sourceRef`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `minPlayers`, `maxPlayers`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GamePage
}> = { method: 'GET', path: '/games' }

/**
 * Add a game
 * 
 * Needs the scope `svc-engine:game-create`.
 */
export const createGame: Operation<{
  params: unknown
  query: undefined
  body: CreateGame
  answer: Game
}> = { method: 'POST', path: '/games' }

/**
 * How many games there are
 * 
 * Needs the scope `svc-engine:game-read`.
 */
export const countGames: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `scoreType`, `minPlayers`, `maxPlayers`, `tags`, `sourceRef`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/games/count' }

/**
 * A game with its expansions
 * 
 * Needs the scope `svc-engine:game-read`.
 */
export const getGame: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: undefined
  answer: Game
}> = { method: 'GET', path: '/games/{gameId}' }

/**
 * Change a game
 * 
 * Needs the scope `svc-engine:game-update`.
 */
export const updateGame: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: UpdateGame
  answer: Game
  resource: Game
}> = { method: 'PATCH', path: '/games/{gameId}', versionOf: '/games/{gameId}' }

/**
 * Which games have an image
 * 
 * A page that shows many games can ask for all of them in one request: `filter=gameId=in=(…)`.
 * 
 * Needs the scope `svc-engine:game-read`.
 */
export const listGameImages: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `gameId`, `gameName`, `origin`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `gameId`, `gameName`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GameImagePage
}> = { method: 'GET', path: '/game-images' }

/**
 * How many games have an image
 * 
 * Needs the scope `svc-engine:game-read`.
 */
export const countGameImages: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `gameId`, `gameName`, `origin`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/game-images/count' }

/**
 * The image of a game
 * 
 * A square WebP image. It is the image that an editor uploaded, or else the image at the game’s `imageUrl`, which the service fetches once. If there is none, the answer is 404.
 * 
 * Needs the scope `svc-engine:game-read`.
 */
export const getGameImage: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** Pixels on each side */
    size?: '96' | '320' | undefined
    /** The `digest` of the image in `GET /game-images`. If a page puts it into the URL, a changed image appears at once. The answer is always the current image. */
    digest?: string | undefined
  }
  body: undefined
  answer: Blob
}> = { method: 'GET', path: '/games/{gameId}/image' }

/**
 * Upload the image of a game
 * 
 * The body is the image: JPEG, PNG, WebP or GIF with at most 40 megapixels. The service stores only two upright squares cut from its middle. Metadata, such as the place where a photo was taken, are dropped. The image is part of the game: `If-Match` must have the ETag of the game, and the version of the game rises. Until it is deleted, this image is shown in place of the image at `imageUrl`.
 * 
 * Needs the scope `svc-engine:game-update`.
 */
export const putGameImage: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: Blob
  answer: Game
  resource: Game
}> = { method: 'PUT', path: '/games/{gameId}/image', versionOf: '/games/{gameId}', media: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] }

/**
 * Remove the uploaded image of a game
 * 
 * Afterwards the game has the image at its `imageUrl` again, or no image. `If-Match` must have the ETag of the game, and the version of the game rises.
 * 
 * Needs the scope `svc-engine:game-update`.
 */
export const deleteGameImage: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: undefined
  answer: Game
  resource: Game
}> = { method: 'DELETE', path: '/games/{gameId}/image', versionOf: '/games/{gameId}' }

/**
 * The expansions of a game
 * 
 * Needs the scope `svc-engine:expansion-read`.
 */
export const listExpansions: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `sourceRef`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ExpansionPage
}> = { method: 'GET', path: '/games/{gameId}/expansions' }

/**
 * Add an expansion to a game
 * 
 * Needs the scope `svc-engine:expansion-create`.
 */
export const createExpansion: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: CreateExpansion
  answer: Expansion
}> = { method: 'POST', path: '/games/{gameId}/expansions' }

/**
 * How many expansions a game has
 * 
 * Needs the scope `svc-engine:expansion-read`.
 */
export const countExpansions: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `sourceRef`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/games/{gameId}/expansions/count' }

/**
 * An expansion of a game
 * 
 * Needs the scope `svc-engine:expansion-read`.
 */
export const getExpansion: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
    /** The id of the expansion. */
    expansionId: string
  }
  query: undefined
  body: undefined
  answer: Expansion
}> = { method: 'GET', path: '/games/{gameId}/expansions/{expansionId}' }

/**
 * Change an expansion
 * 
 * Needs the scope `svc-engine:expansion-update`.
 */
export const updateExpansion: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
    /** The id of the expansion. */
    expansionId: string
  }
  query: undefined
  body: UpdateExpansion
  answer: Expansion
  resource: Expansion
}> = { method: 'PATCH', path: '/games/{gameId}/expansions/{expansionId}', versionOf: '/games/{gameId}/expansions/{expansionId}' }

/**
 * The candidates of the game-catalog pipeline
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const listCandidates: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `catalogId`, `isExpansion`, `baseGameCatalogId`, `stage`, `status`, `reliability`, `scoreType`, `yearPublished`, `gameId`, `expansionId`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`, `rank`. */
    sort?: string | undefined
  }
  body: undefined
  answer: CandidatePage
}> = { method: 'GET', path: '/candidates' }

/**
 * Add a candidate by hand
 * 
 * The catalogue fills in the fields that are left out; fields that are sent keep their values.
 * 
 * Needs the scope `svc-engine:candidate-create`.
 */
export const createCandidate: Operation<{
  params: unknown
  query: undefined
  body: CreateCandidate
  answer: Candidate
}> = { method: 'POST', path: '/candidates' }

/**
 * How many candidates there are
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const countCandidates: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `catalogId`, `isExpansion`, `baseGameCatalogId`, `stage`, `status`, `reliability`, `scoreType`, `yearPublished`, `gameId`, `expansionId`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/candidates/count' }

/**
 * A candidate
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const getCandidate: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: undefined
  answer: Candidate
}> = { method: 'GET', path: '/candidates/{candidateId}' }

/**
 * Change a pending candidate; no step overwrites the values that are set here
 * 
 * Needs the scope `svc-engine:candidate-update`.
 */
export const updateCandidate: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: UpdateCandidate
  answer: Candidate
  resource: Candidate
}> = { method: 'PATCH', path: '/candidates/{candidateId}', versionOf: '/candidates/{candidateId}' }

/**
 * The values that were read from rulebooks, with the quotes that support them
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const getCandidateEvidence: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: undefined
  answer: Evidence
}> = { method: 'GET', path: '/candidates/{candidateId}/evidence' }

/**
 * The step that a candidate waits for, how often it failed, and when it is tried again
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const getCandidateProgress: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: undefined
  answer: Progress
}> = { method: 'GET', path: '/candidates/{candidateId}/progress' }

/**
 * Approve a candidate for publication, optionally with last changes
 * 
 * A candidate can be approved at any stage. An expansion waits until its base game is published, unless its `gameId` is given. Approving a published candidate again with new values updates what was published.
 * 
 * Needs the scope `svc-engine:candidate-approve`.
 */
export const approveCandidate: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: ApproveCandidate | undefined
  answer: Candidate
  resource: Candidate
}> = { method: 'POST', path: '/candidates/{candidateId}/approve', versionOf: '/candidates/{candidateId}' }

/**
 * Reject a candidate for good
 * 
 * Needs the scope `svc-engine:candidate-reject`.
 */
export const rejectCandidate: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: undefined
  answer: Candidate
  resource: Candidate
}> = { method: 'POST', path: '/candidates/{candidateId}/reject', versionOf: '/candidates/{candidateId}' }

/**
 * Try a failed step of a candidate again
 * 
 * Needs the scope `svc-engine:candidate-retry`.
 */
export const retryCandidate: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: RetryCandidate | undefined
  answer: Candidate
  resource: Candidate
}> = { method: 'POST', path: '/candidates/{candidateId}/retry', versionOf: '/candidates/{candidateId}' }

/**
 * Try the failed steps of many candidates again
 * 
 * Candidates without a failed step stay as they are. If `retryable` is more than `retried`, send the request again with a new key.
 * 
 * Needs the scope `svc-engine:candidate-retry`.
 */
export const retryCandidates: Operation<{
  params: unknown
  query: {
    /** Count the candidates, and change nothing. */
    dryRun?: boolean | undefined
  }
  body: RetryCandidates | undefined
  answer: RetriedCandidates
}> = { method: 'POST', path: '/candidates/retry' }

/**
 * What people and the steps of the pipeline did with a candidate
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const listCandidateActivity: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `step`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: CandidateActivityPage
}> = { method: 'GET', path: '/candidates/{candidateId}/activity' }

/**
 * How many things were done with a candidate
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const countCandidateActivity: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `step`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/candidates/{candidateId}/activity/count' }

/**
 * The rule sources of a candidate
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const listRuleSources: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `origin`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: RuleSourcePage
}> = { method: 'GET', path: '/candidates/{candidateId}/rule-sources' }

/**
 * Add a rule source to a candidate; the rules of the candidate are collected again
 * 
 * The candidate must be PENDING; its stage does not matter. Values that the model has read from earlier rules stay until it has read the new ones. Values that a person has set always stay.
 * 
 * Needs the scope `svc-engine:candidate-update`.
 */
export const createRuleSource: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: undefined
  body: CreateRuleSource
  answer: RuleSource
}> = { method: 'POST', path: '/candidates/{candidateId}/rule-sources' }

/**
 * How many rule sources a candidate has
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const countRuleSources: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `origin`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/candidates/{candidateId}/rule-sources/count' }

/**
 * A rule source of a candidate
 * 
 * Needs the scope `svc-engine:candidate-read`.
 */
export const getRuleSource: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
    /** The id of the source. */
    sourceId: string
  }
  query: undefined
  body: undefined
  answer: RuleSource
}> = { method: 'GET', path: '/candidates/{candidateId}/rule-sources/{sourceId}' }

/**
 * Delete a rule source with its text
 * 
 * Needs the scope `svc-engine:candidate-update`.
 */
export const deleteRuleSource: Operation<{
  params: {
    /** The id of the candidate. */
    candidateId: string
    /** The id of the source. */
    sourceId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/candidates/{candidateId}/rule-sources/{sourceId}' }

/**
 * Pause a step, or all of them
 * 
 * After the answer, no new item starts in the step; the item that is running finishes.
 * 
 * Needs the scope `svc-engine:pipeline-control`.
 */
export const pausePipeline: Operation<{
  params: unknown
  query: undefined
  body: WhichStep | undefined
  answer: PipelineStatus
}> = { method: 'POST', path: '/pipeline/pause' }

/**
 * What the pipeline is doing
 * 
 * Needs the scope `svc-engine:pipeline-read`.
 */
export const getPipelineStatus: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: PipelineStatus
}> = { method: 'GET', path: '/pipeline/status' }

/**
 * Resume a step, or all of them, from pause and from suspension
 * 
 * Needs the scope `svc-engine:pipeline-control`.
 */
export const resumePipeline: Operation<{
  params: unknown
  query: undefined
  body: WhichStep | undefined
  answer: PipelineStatus
}> = { method: 'POST', path: '/pipeline/resume' }

/**
 * What each step of the pipeline has done last, and how much waits for it
 * 
 * Needs the scope `svc-engine:pipeline-read`.
 */
export const getPipelineSteps: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: PipelineSteps
}> = { method: 'GET', path: '/pipeline/steps' }

/**
 * The ids of the catalogue that somebody asked for, and what became of each
 * 
 * Needs the scope `svc-engine:pipeline-read`.
 */
export const listRequestedIds: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `catalogId`, `state`, `candidateId`, `requestedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `catalogId`, `requestedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: RequestedIdPage
}> = { method: 'GET', path: '/pipeline/queue' }

/**
 * How many ids of the catalogue somebody asked for
 * 
 * Needs the scope `svc-engine:pipeline-read`.
 */
export const countRequestedIds: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `catalogId`, `state`, `candidateId`, `requestedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/pipeline/queue/count' }

/**
 * Import the catalogue’s ranking from its CSV export
 * 
 * Stores all readable rows, or nothing if the request fails. Rows that cannot be read are left out and counted. Entries that are not in the export stay. The export is at most 64 MiB of UTF-8. Columns are found by name; `id`, `name` and `rank` are required.
 * 
 * Needs the scope `svc-engine:ranking-import`.
 */
export const importRankings: Operation<{
  params: unknown
  query: undefined
  body: Blob
  answer: ImportedRankings
}> = { method: 'POST', path: '/pipeline/import-rankings', media: ['text/csv'] }

/**
 * Ask the catalogue for games by their ids, and make candidates from them
 * 
 * Needs the scope `svc-engine:candidate-create`.
 */
export const enrichFromCatalog: Operation<{
  params: unknown
  query: undefined
  body: EnrichRequest
  answer: Enriching
}> = { method: 'POST', path: '/pipeline/enrich' }

/**
 * The catalogue’s ranking as it was last imported
 * 
 * Needs the scope `svc-engine:ranking-read`.
 */
export const listRankings: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `catalogId`, `name`, `yearPublished`, `rank`, `usersRated`, `isExpansion`, `candidateId`, `importedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `catalogId`, `name`, `rank`. */
    sort?: string | undefined
  }
  body: undefined
  answer: RankingPage
}> = { method: 'GET', path: '/rankings' }

/**
 * How many entries the ranking has
 * 
 * Needs the scope `svc-engine:ranking-read`.
 */
export const countRankings: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `catalogId`, `name`, `yearPublished`, `rank`, `usersRated`, `isExpansion`, `candidateId`, `importedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/rankings/count' }

/**
 * The imports of the ranking, each with the rows that could not be read
 * 
 * Only imports that ended well are listed: a failed import stores nothing.
 * 
 * Needs the scope `svc-engine:ranking-read`.
 */
export const listRankingImports: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: RankingImportPage
}> = { method: 'GET', path: '/rankings/imports' }

/**
 * How many imports of the ranking there were
 * 
 * Needs the scope `svc-engine:ranking-read`.
 */
export const countRankingImports: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/rankings/imports/count' }

/**
 * An entry of the ranking
 * 
 * Needs the scope `svc-engine:ranking-read`.
 */
export const getRanking: Operation<{
  params: {
    /** The id of the entry in the external catalogue. */
    catalogId: string
  }
  query: undefined
  body: undefined
  answer: Ranking
}> = { method: 'GET', path: '/rankings/{catalogId}' }

/**
 * The playsets that the caller may see
 * 
 * Needs the scope `svc-engine:playset-read`.
 */
export const listPlaysets: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `gameId`, `gameName`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: PlaysetPage
}> = { method: 'GET', path: '/playsets' }

/**
 * Create a playset
 * 
 * Needs the scope `svc-engine:playset-create`.
 */
export const createPlayset: Operation<{
  params: unknown
  query: undefined
  body: CreatePlayset
  answer: Playset
}> = { method: 'POST', path: '/playsets' }

/**
 * How many playsets the caller may see
 * 
 * Needs the scope `svc-engine:playset-read`.
 */
export const countPlaysets: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `gameId`, `gameName`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/playsets/count' }

/**
 * A playset
 * 
 * Needs the scope `svc-engine:playset-read`.
 */
export const getPlayset: Operation<{
  params: {
    /** The id of the playset. */
    playsetId: string
  }
  query: undefined
  body: undefined
  answer: Playset
}> = { method: 'GET', path: '/playsets/{playsetId}' }

/**
 * Change a playset
 * 
 * Only the owner of a playset may change or delete it.
 * 
 * Needs the scope `svc-engine:playset-update`.
 */
export const updatePlayset: Operation<{
  params: {
    /** The id of the playset. */
    playsetId: string
  }
  query: undefined
  body: UpdatePlayset
  answer: Playset
  resource: Playset
}> = { method: 'PATCH', path: '/playsets/{playsetId}', versionOf: '/playsets/{playsetId}' }

/**
 * Delete a playset; matches that use it keep showing it
 * 
 * Only the owner of a playset may change or delete it.
 * 
 * Needs the scope `svc-engine:playset-delete`.
 */
export const deletePlayset: Operation<{
  params: {
    /** The id of the playset. */
    playsetId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Playset
}> = { method: 'DELETE', path: '/playsets/{playsetId}', versionOf: '/playsets/{playsetId}' }

/**
 * The ghost players that the caller may see
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const listGhostPlayers: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `isSelf`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GhostPlayerPage
}> = { method: 'GET', path: '/ghost-players' }

/**
 * Create a ghost player
 * 
 * Needs the scope `svc-engine:ghost-player-create`.
 */
export const createGhostPlayer: Operation<{
  params: unknown
  query: undefined
  body: CreateGhostPlayer
  answer: GhostPlayer
}> = { method: 'POST', path: '/ghost-players' }

/**
 * How many ghost players the caller may see
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const countGhostPlayers: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `isSelf`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/ghost-players/count' }

/**
 * A ghost player
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const getGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: undefined
  body: undefined
  answer: GhostPlayer
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}' }

/**
 * Rename a ghost player
 * 
 * Only the owner of a ghost player may rename or delete it.
 * 
 * Needs the scope `svc-engine:ghost-player-update`.
 */
export const updateGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: undefined
  body: UpdateGhostPlayer
  answer: GhostPlayer
  resource: GhostPlayer
}> = { method: 'PATCH', path: '/ghost-players/{ghostPlayerId}', versionOf: '/ghost-players/{ghostPlayerId}' }

/**
 * Delete a ghost player; matches that it took part in keep showing it
 * 
 * This cancels its pending claim requests and revokes its claim edge.
 * 
 * Only the owner of a ghost player may rename or delete it.
 * 
 * Needs the scope `svc-engine:ghost-player-delete`.
 */
export const deleteGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: GhostPlayer
}> = { method: 'DELETE', path: '/ghost-players/{ghostPlayerId}', versionOf: '/ghost-players/{ghostPlayerId}' }

/**
 * The matches of a ghost player that the caller may see
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const listMatchesOfGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `playsetId`, `playsetName`, `expansionsId`, `expansionsName`, `id`, `gameId`, `gameName`, `communityId`, `communityName`, `recorderId`, `recorderName`, `playedAt`, `finalizedAt`, `editRequestsEnabled`, `lastEditedAt`, `lastEditedById`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `playedAt`, `finalizedAt`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MatchPage
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}/matches' }

/**
 * How many matches of a ghost player the caller may see
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const countMatchesOfGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `playsetId`, `playsetName`, `expansionsId`, `expansionsName`, `id`, `gameId`, `gameName`, `communityId`, `communityName`, `recorderId`, `recorderName`, `playedAt`, `finalizedAt`, `editRequestsEnabled`, `lastEditedAt`, `lastEditedById`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}/matches/count' }

/**
 * The caller’s own ghost players, each with its number of matches
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const listMyGhostPlayers: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `isSelf`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: OwnGhostPlayerPage
}> = { method: 'GET', path: '/users/me/ghost-players' }

/**
 * How many ghost players the caller has
 * 
 * Needs the scope `svc-engine:ghost-player-read`.
 */
export const countMyGhostPlayers: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `isSelf`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/ghost-players/count' }

/**
 * The canonical players that the caller may see
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const listCanonicalPlayers: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `userId`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: CanonicalPlayerPage
}> = { method: 'GET', path: '/canonical-players' }

/**
 * How many canonical players the caller may see
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const countCanonicalPlayers: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `userId`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/canonical-players/count' }

/**
 * A canonical player
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const getCanonicalPlayer: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: undefined
  body: undefined
  answer: CanonicalPlayer
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}' }

/**
 * The ghost players that the canonical player has claimed
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const listClaimedGhostPlayers: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `isSelf`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GhostPlayerPage
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/ghost-players' }

/**
 * How many ghost players the canonical player has claimed
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const countClaimedGhostPlayers: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `isSelf`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/ghost-players/count' }

/**
 * The history of a canonical player: their matches that the caller may see
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const listHistory: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `playsetId`, `playsetName`, `expansionsId`, `expansionsName`, `id`, `gameId`, `gameName`, `communityId`, `communityName`, `recorderId`, `recorderName`, `playedAt`, `finalizedAt`, `editRequestsEnabled`, `lastEditedAt`, `lastEditedById`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `playedAt`, `finalizedAt`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MatchPage
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/matches' }

/**
 * How many matches of the history the caller may see
 * 
 * Needs the scope `svc-engine:canonical-player-read`.
 */
export const countHistory: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `playsetId`, `playsetName`, `expansionsId`, `expansionsName`, `id`, `gameId`, `gameName`, `communityId`, `communityName`, `recorderId`, `recorderName`, `playedAt`, `finalizedAt`, `editRequestsEnabled`, `lastEditedAt`, `lastEditedById`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/matches/count' }

/**
 * How the canonical player finished in each match of their history
 * 
 * One result for each final match whose details the caller may see. The caller must be allowed to see the history. `docs/numbers.md` says what a result means.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const listResults: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `matchId`, `gameId`, `communityId`, `playedAt`, `kind`, `won`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `playedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ResultPage
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/results' }

/**
 * How many results of the canonical player the caller may see
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const countResults: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `matchId`, `gameId`, `communityId`, `playedAt`, `kind`, `won`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/results/count' }

/**
 * The figures of a canonical player
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getPersonStatistics: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** The first day to count, in the time zone of the request. */
    from?: string | undefined
    /** The last day to count, in the time zone of the request. */
    to?: string | undefined
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
    /** Count only matches of this game. */
    gameId?: string | undefined
    /** Count only matches of this community. */
    communityId?: string | undefined
  }
  body: undefined
  answer: PersonStatistics
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/statistics' }

/**
 * The people that the canonical player has met in matches, with how often each of the two finished ahead
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means. A person that the caller may not see is listed as the ghost player who took part.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const listOpponents: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `met`, `ahead`, `lastMetAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `met`, `ahead`, `lastMetAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: OpponentPage
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/opponents' }

/**
 * How many people the canonical player has met
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const countOpponents: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `met`, `ahead`, `lastMetAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/opponents/count' }

/**
 * A canonical player compared with another player, by the matches that both played
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means. The caller must be allowed to see the history of the first player, and the profile of the other, or the other ghost player.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getHeadToHead: Operation<{
  params: {
    /** The id of the canonical player. */
    canonicalPlayerId: string
    /** The id of the player to compare with: a canonical player, or a ghost player. */
    otherId: string
  }
  query: {
    /** The first day to count, in the time zone of the request. */
    from?: string | undefined
    /** The last day to count, in the time zone of the request. */
    to?: string | undefined
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
    /** Count only matches of this game. */
    gameId?: string | undefined
  }
  body: undefined
  answer: HeadToHead
}> = { method: 'GET', path: '/canonical-players/{canonicalPlayerId}/head-to-head/{otherId}' }

/**
 * The figures of a ghost player
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means. The figures are only about this ghost player. The figures of its `canonicalPlayer` are about all ghost players that this person has claimed.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getStatisticsOfGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: {
    /** The first day to count, in the time zone of the request. */
    from?: string | undefined
    /** The last day to count, in the time zone of the request. */
    to?: string | undefined
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
    /** Count only matches of this game. */
    gameId?: string | undefined
    /** Count only matches of this community. */
    communityId?: string | undefined
  }
  body: undefined
  answer: GhostPlayerStatistics
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}/statistics' }

/**
 * The people that the ghost player has met in matches, with how often each of the two finished ahead
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means. A person that the caller may not see is listed as the ghost player who took part.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const listOpponentsOfGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `met`, `ahead`, `lastMetAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `met`, `ahead`, `lastMetAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: OpponentPage
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}/opponents' }

/**
 * How many people the ghost player has met
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const countOpponentsOfGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `met`, `ahead`, `lastMetAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}/opponents/count' }

/**
 * A ghost player compared with another player, by the matches that both played
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means. The caller must be allowed to see the ghost player, and the profile of the other, or the other ghost player.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getHeadToHeadOfGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
    /** The id of the player to compare with: a canonical player, or a ghost player. */
    otherId: string
  }
  query: {
    /** The first day to count, in the time zone of the request. */
    from?: string | undefined
    /** The last day to count, in the time zone of the request. */
    to?: string | undefined
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
    /** Count only matches of this game. */
    gameId?: string | undefined
  }
  body: undefined
  answer: HeadToHead
}> = { method: 'GET', path: '/ghost-players/{ghostPlayerId}/head-to-head/{otherId}' }

/**
 * The figures of a game
 * 
 * Counts only final matches whose details the caller may see, so other callers can get other figures. `docs/numbers.md` says what a result means.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getGameStatistics: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** The first day to count, in the time zone of the request. */
    from?: string | undefined
    /** The last day to count, in the time zone of the request. */
    to?: string | undefined
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
    /** Count only matches of this community. */
    communityId?: string | undefined
  }
  body: undefined
  answer: GameStatistics
}> = { method: 'GET', path: '/games/{gameId}/statistics' }

/**
 * The figures of a community, for its members
 * 
 * Only the members of a community see its figures.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getCommunityStatistics: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: {
    /** The first day to count, in the time zone of the request. */
    from?: string | undefined
    /** The last day to count, in the time zone of the request. */
    to?: string | undefined
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
    /** Count only matches of this game. */
    gameId?: string | undefined
  }
  body: undefined
  answer: CommunityStatistics
}> = { method: 'GET', path: '/communities/{communityId}/statistics' }

/**
 * The caller’s year in numbers
 * 
 * The recap never names a person who hides their history from the caller.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getRecap: Operation<{
  params: {
    /** The year, with four digits. */
    year: string
  }
  query: {
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: undefined
  answer: Recap
}> = { method: 'GET', path: '/users/me/recap/{year}' }

/**
 * The caller’s rating in a game, calculated from their own matches
 * 
 * The rating is computed from the contests that the caller played, just as a leaderboard is computed from the contests of its pool. It is computed for each request, so every change has an effect at once. `docs/ratings.md` says how.
 * 
 * Needs the scope `svc-engine:statistics-read`.
 */
export const getOwnRating: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: undefined
  answer: OwnRating
}> = { method: 'GET', path: '/users/me/games/{gameId}/rating' }

/**
 * The players of a game, rated by the matches whose results everybody may see
 * 
 * A change of a match, a claim or a privacy setting appears here within seconds. `docs/ratings.md` says how the figures are made.
 * 
 * Needs the scope `svc-engine:leaderboard-read`.
 */
export const listGameLeaderboard: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `ghostPlayerId`, `ghostPlayerName`, `matches`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `rating`, `wins`, `winShare`. */
    sort?: string | undefined
  }
  body: undefined
  answer: LeaderboardEntryPage
}> = { method: 'GET', path: '/games/{gameId}/leaderboard' }

/**
 * How many players the leaderboard of a game has
 * 
 * Needs the scope `svc-engine:leaderboard-read`.
 */
export const countGameLeaderboard: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `ghostPlayerId`, `ghostPlayerName`, `matches`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/games/{gameId}/leaderboard/count' }

/**
 * The players of a game, rated by the matches of a community; for its members
 * 
 * A change of a match, a claim or a privacy setting appears here within seconds. `docs/ratings.md` says how the figures are made.
 * 
 * Only the members of a community may see its leaderboards.
 * 
 * Needs the scope `svc-engine:leaderboard-read`.
 */
export const listCommunityLeaderboard: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `ghostPlayerId`, `ghostPlayerName`, `matches`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `rating`, `wins`, `winShare`. */
    sort?: string | undefined
  }
  body: undefined
  answer: LeaderboardEntryPage
}> = { method: 'GET', path: '/communities/{communityId}/games/{gameId}/leaderboard' }

/**
 * How many players the leaderboard of a game in a community has
 * 
 * Only the members of a community may see its leaderboards.
 * 
 * Needs the scope `svc-engine:leaderboard-read`.
 */
export const countCommunityLeaderboard: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the game. */
    gameId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `ghostPlayerId`, `ghostPlayerName`, `matches`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/communities/{communityId}/games/{gameId}/leaderboard/count' }

/**
 * The people of the caller’s own matches of a game, rated by these matches alone
 * 
 * A leaderboard that only the caller gets, from the contests that they played. It exists even if nobody has a place on the leaderboards that others see. It is computed for each request. `docs/ratings.md` says how.
 * 
 * Needs the scope `svc-engine:leaderboard-read`.
 */
export const getOwnLeaderboard: Operation<{
  params: {
    /** The id of the game. */
    gameId: string
  }
  query: undefined
  body: undefined
  answer: OwnLeaderboard
}> = { method: 'GET', path: '/users/me/games/{gameId}/leaderboard' }

/**
 * The trusted editors of the caller, and the users who trust the caller
 * 
 * Needs the scope `svc-engine:trusted-editor-read`.
 */
export const listTrustedEditors: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `grantorId`, `grantorName`, `editorId`, `editorName`, `createdAt`, `revokedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: TrustedEditorPage
}> = { method: 'GET', path: '/trusted-editors' }

/**
 * Make a user a trusted editor of the caller
 * 
 * Needs the scope `svc-engine:trusted-editor-grant`.
 */
export const grantTrust: Operation<{
  params: unknown
  query: undefined
  body: GrantTrust
  answer: TrustedEditor
}> = { method: 'POST', path: '/trusted-editors' }

/**
 * How many trusted editors the list has
 * 
 * Needs the scope `svc-engine:trusted-editor-read`.
 */
export const countTrustedEditors: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `grantorId`, `grantorName`, `editorId`, `editorName`, `createdAt`, `revokedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/trusted-editors/count' }

/**
 * A grant of trust, revoked or not
 * 
 * Needs the scope `svc-engine:trusted-editor-read`.
 */
export const getTrustedEditor: Operation<{
  params: {
    /** The id of the trusted editor. */
    trustedEditorId: string
  }
  query: undefined
  body: undefined
  answer: TrustedEditor
}> = { method: 'GET', path: '/trusted-editors/{trustedEditorId}' }

/**
 * End a grant of trust, as its grantor or its editor; approved edits stay
 * 
 * Only the grantor and the editor may end this trust.
 * 
 * Needs the scope `svc-engine:trusted-editor-revoke`.
 */
export const revokeTrust: Operation<{
  params: {
    /** The id of the trusted editor. */
    trustedEditorId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: TrustedEditor
}> = { method: 'DELETE', path: '/trusted-editors/{trustedEditorId}', versionOf: '/trusted-editors/{trustedEditorId}' }

/**
 * The claim requests that the caller made or may decide
 * 
 * Needs the scope `svc-engine:claim-request-read`.
 */
export const listClaimRequests: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `status`, `canonicalPlayerId`, `canonicalPlayerName`, `ghostPlayerId`, `ghostPlayerName`, `decidedById`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ClaimRequestPage
}> = { method: 'GET', path: '/claim-requests' }

/**
 * Claim a ghost player
 * 
 * Needs the scope `svc-engine:claim-request-create`.
 */
export const createClaimRequest: Operation<{
  params: unknown
  query: undefined
  body: CreateClaimRequest
  answer: ClaimRequest
}> = { method: 'POST', path: '/claim-requests' }

/**
 * How many claim requests the caller made or may decide
 * 
 * Needs the scope `svc-engine:claim-request-read`.
 */
export const countClaimRequests: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `status`, `canonicalPlayerId`, `canonicalPlayerName`, `ghostPlayerId`, `ghostPlayerName`, `decidedById`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/claim-requests/count' }

/**
 * A claim request
 * 
 * Needs the scope `svc-engine:claim-request-read`.
 */
export const getClaimRequest: Operation<{
  params: {
    /** The id of the claim request. */
    claimRequestId: string
  }
  query: undefined
  body: undefined
  answer: ClaimRequest
}> = { method: 'GET', path: '/claim-requests/{claimRequestId}' }

/**
 * Approve or reject a claim request for a ghost player of the caller
 * 
 * Approval makes a claim edge and rejects the other pending requests for the ghost player.
 * 
 * Only the owner of the ghost player may decide a claim request for it.
 * 
 * Needs the scope `svc-engine:claim-request-decide`.
 */
export const decideClaimRequest: Operation<{
  params: {
    /** The id of the claim request. */
    claimRequestId: string
  }
  query: undefined
  body: DecideClaimRequest
  answer: ClaimRequest
  resource: ClaimRequest
}> = { method: 'PATCH', path: '/claim-requests/{claimRequestId}', versionOf: '/claim-requests/{claimRequestId}' }

/**
 * Withdraw a claim request; it stays in lists as CANCELLED
 * 
 * Only the player who asked may withdraw a claim request.
 * 
 * Needs the scope `svc-engine:claim-request-cancel`.
 */
export const cancelClaimRequest: Operation<{
  params: {
    /** The id of the claim request. */
    claimRequestId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: ClaimRequest
}> = { method: 'DELETE', path: '/claim-requests/{claimRequestId}', versionOf: '/claim-requests/{claimRequestId}' }

/**
 * What the caller has said about pairs of players: whether they are one person or two
 * 
 * Needs the scope `svc-engine:same-person-read`.
 */
export const listSamePeople: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `isSame`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: SamePersonPage
}> = { method: 'GET', path: '/users/me/same-people' }

/**
 * Say, for the caller alone, that two players are one person, or two
 * 
 * If they are one person, the caller’s opponents, head-to-heads, statistics and recap count them as one, and say so with `countedAsOne`. Nothing changes for other people, nor in leaderboards and ratings. At most 20 players can count as one, and only one of them can be a canonical player. If the caller sees a match in which both sat, they are two people (409). If one person has claimed both, they are one already: the answer is kept, and counts if a claim ends. A user can give at most 500 such answers.
 * 
 * Needs the scope `svc-engine:same-person-create`.
 */
export const createSamePerson: Operation<{
  params: unknown
  query: undefined
  body: CreateSamePerson
  answer: SamePerson
}> = { method: 'POST', path: '/users/me/same-people' }

/**
 * How many answers the caller has given about pairs of players
 * 
 * Needs the scope `svc-engine:same-person-read`.
 */
export const countSamePeople: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `isSame`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/same-people/count' }

/**
 * What the caller has said about two players
 * 
 * Needs the scope `svc-engine:same-person-read`.
 */
export const getSamePerson: Operation<{
  params: {
    /** The id of the same person. */
    samePersonId: string
  }
  query: undefined
  body: undefined
  answer: SamePerson
}> = { method: 'GET', path: '/users/me/same-people/{samePersonId}' }

/**
 * Take back what the caller has said about two players
 * 
 * Needs the scope `svc-engine:same-person-delete`.
 */
export const deleteSamePerson: Operation<{
  params: {
    /** The id of the same person. */
    samePersonId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/users/me/same-people/{samePersonId}' }

/**
 * The claim edges of the caller, and of the caller’s ghost players
 * 
 * Needs the scope `svc-engine:claim-edge-read`.
 */
export const listClaimEdges: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `canonicalPlayerId`, `canonicalPlayerName`, `ghostPlayerId`, `ghostPlayerName`, `revokedAt`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ClaimEdgePage
}> = { method: 'GET', path: '/claim-edges' }

/**
 * How many claim edges the list has
 * 
 * Needs the scope `svc-engine:claim-edge-read`.
 */
export const countClaimEdges: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `canonicalPlayerId`, `canonicalPlayerName`, `ghostPlayerId`, `ghostPlayerName`, `revokedAt`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/claim-edges/count' }

/**
 * A claim edge, active or revoked
 * 
 * Needs the scope `svc-engine:claim-edge-read`.
 */
export const getClaimEdge: Operation<{
  params: {
    /** The id of the claim edge. */
    claimEdgeId: string
  }
  query: undefined
  body: undefined
  answer: ClaimEdge
}> = { method: 'GET', path: '/claim-edges/{claimEdgeId}' }

/**
 * Revoke a claim, as the claimed player or as the owner of the ghost player; the claim edge stays in lists as revoked
 * 
 * Only the claimed player and the owner of the ghost player may revoke a claim.
 * 
 * Needs the scope `svc-engine:claim-edge-revoke`.
 */
export const revokeClaimEdge: Operation<{
  params: {
    /** The id of the claim edge. */
    claimEdgeId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: ClaimEdge
}> = { method: 'DELETE', path: '/claim-edges/{claimEdgeId}', versionOf: '/claim-edges/{claimEdgeId}' }

/**
 * Invite somebody to claim a ghost player of the caller
 * 
 * The invitation works once, for 30 days, and ends an earlier invitation for the ghost player. Only this answer, and the answer to a retry, has the secret and the link. With `sendTo` the link is also mailed, once for all retries; if the service sends no mail, the answer is 409.
 * 
 * Only the owner of a ghost player may invite somebody to claim it.
 * 
 * Needs the scope `svc-engine:invitation-create`.
 */
export const inviteToGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: undefined
  body: CreateInvitation | undefined
  answer: NewInvitation
}> = { method: 'POST', path: '/ghost-players/{ghostPlayerId}/invitations' }

/**
 * Ask a member of a community of the caller whether they are a ghost player of the caller
 * 
 * The user finds the question in their inbox for 30 days, and nobody else can accept it. It ends an earlier invitation for the ghost player. Only one question of the caller can wait for the same user, and a user who has declined is not asked about this ghost player again (409).
 * 
 * Only the owner of a ghost player may invite somebody to claim it.
 * 
 * Needs the scope `svc-engine:invitation-create`.
 */
export const inviteUserToGhostPlayer: Operation<{
  params: {
    /** The id of the ghost player. */
    ghostPlayerId: string
  }
  query: undefined
  body: InviteUser
  answer: Invitation
}> = { method: 'POST', path: '/ghost-players/{ghostPlayerId}/user-invitations' }

/**
 * Invite people to join a community, as one of its admins
 * 
 * Whoever accepts the invitation is a member at once, even if the community requires approval. Only this answer, and the answer to a retry, has the secret and the link. With `sendTo` the link is also mailed, once for all retries; if the service sends no mail, the answer is 409.
 * 
 * Only the admins of a community may invite people to it.
 * 
 * Needs the scope `svc-engine:invitation-create`.
 */
export const inviteToCommunity: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: undefined
  body: CreateCommunityInvitation | undefined
  answer: NewInvitation
}> = { method: 'POST', path: '/communities/{communityId}/invitations' }

/**
 * Invite somebody to become a trusted editor of the caller
 * 
 * The invitation works once, for 30 days. Only this answer, and the answer to a retry, has the secret and the link. With `sendTo` the link is also mailed, once for all retries; if the service sends no mail, the answer is 409.
 * 
 * Needs the scope `svc-engine:invitation-create`.
 */
export const inviteTrustedEditor: Operation<{
  params: unknown
  query: undefined
  body: CreateInvitation | undefined
  answer: NewInvitation
}> = { method: 'POST', path: '/trusted-editors/invitations' }

/**
 * The invitations that the caller made, and those to communities that the caller administers
 * 
 * Needs the scope `svc-engine:invitation-read`.
 */
export const listInvitations: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `state`, `inviterId`, `recipientId`, `ghostPlayerId`, `communityId`, `expiresAt`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: InvitationPage
}> = { method: 'GET', path: '/invitations' }

/**
 * How many invitations the list has
 * 
 * Needs the scope `svc-engine:invitation-read`.
 */
export const countInvitations: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `state`, `inviterId`, `recipientId`, `ghostPlayerId`, `communityId`, `expiresAt`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/invitations/count' }

/**
 * An invitation, for its inviter and for the admins of its community
 * 
 * Needs the scope `svc-engine:invitation-read`.
 */
export const getInvitation: Operation<{
  params: {
    /** The id of the invitation. */
    invitationId: string
  }
  query: undefined
  body: undefined
  answer: Invitation
}> = { method: 'GET', path: '/invitations/{invitationId}' }

/**
 * End an invitation before it expires; it stays in lists
 * 
 * Only the inviter and the admins of the community may end an invitation.
 * 
 * Needs the scope `svc-engine:invitation-revoke`.
 */
export const revokeInvitation: Operation<{
  params: {
    /** The id of the invitation. */
    invitationId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Invitation
}> = { method: 'DELETE', path: '/invitations/{invitationId}', versionOf: '/invitations/{invitationId}' }

/**
 * Say that the caller has seen who accepted an invitation of the caller
 * 
 * Only the inviter may acknowledge who has accepted an invitation.
 * 
 * Needs the scope `svc-engine:invitation-acknowledge`.
 */
export const acknowledgeInvitation: Operation<{
  params: {
    /** The id of the invitation. */
    invitationId: string
  }
  query: undefined
  body: undefined
  answer: Invitation
  resource: Invitation
}> = { method: 'POST', path: '/invitations/{invitationId}/acknowledge', versionOf: '/invitations/{invitationId}' }

/**
 * Say whether the caller is the ghost player, as the recipient of an invitation
 * 
 * If the caller is, the claim is made at once, under the rules for approving a claim request. If not, the invitation ends, and the inviter sees that it was declined. An invitation without a recipient is accepted and declined by its secret.
 * 
 * Needs the scope `svc-engine:invitation-accept`.
 */
export const answerInvitation: Operation<{
  params: {
    /** The id of the invitation. */
    invitationId: string
  }
  query: undefined
  body: AnswerInvitation
  answer: AcceptedInvitation
  resource: Invitation
}> = { method: 'POST', path: '/invitations/{invitationId}/answer', versionOf: '/invitations/{invitationId}' }

/**
 * Look up an invitation by its secret: who invites, and what the invitation is for
 * 
 * Used, expired, ended and unknown invitations get the same 404.
 * 
 * Needs the scope `svc-engine:invitation-accept`.
 */
export const lookUpInvitation: Operation<{
  params: unknown
  query: undefined
  body: InvitationSecret
  answer: InvitationPreview
}> = { method: 'POST', path: '/invitations/look-up' }

/**
 * Accept an invitation by its secret
 * 
 * The claim, membership or trust is made at once. For a claim, the same rules hold as when a claim request is approved. Used, expired, ended and unknown invitations get the same 404.
 * 
 * Needs the scope `svc-engine:invitation-accept`.
 */
export const acceptInvitation: Operation<{
  params: unknown
  query: undefined
  body: InvitationSecret
  answer: AcceptedInvitation
}> = { method: 'POST', path: '/invitations/accept' }

/**
 * Decline an invitation to claim a ghost player, because it is for somebody else
 * 
 * Declining ends the invitation. The inviter sees that somebody declined. Nothing is stored about the caller.
 * 
 * Needs the scope `svc-engine:invitation-accept`.
 */
export const declineInvitation: Operation<{
  params: unknown
  query: undefined
  body: InvitationSecret
  answer: undefined
}> = { method: 'POST', path: '/invitations/decline' }

/**
 * The caller’s privacy settings, one for each type of data
 * 
 * Needs the scope `svc-engine:privacy-setting-read`.
 */
export const listPrivacySettings: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `dataType`, `level`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: PrivacySettingPage
}> = { method: 'GET', path: '/privacy-settings' }

/**
 * How many privacy settings the list has
 * 
 * Needs the scope `svc-engine:privacy-setting-read`.
 */
export const countPrivacySettings: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `dataType`, `level`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/privacy-settings/count' }

/**
 * A privacy setting of the caller
 * 
 * Needs the scope `svc-engine:privacy-setting-read`.
 */
export const getPrivacySetting: Operation<{
  params: {
    /** The id of the privacy setting. */
    privacySettingId: string
  }
  query: undefined
  body: undefined
  answer: PrivacySetting
}> = { method: 'GET', path: '/privacy-settings/{privacySettingId}' }

/**
 * Choose who may see one type of the caller’s data
 * 
 * Only the user of a privacy setting may change it.
 * 
 * Needs the scope `svc-engine:privacy-setting-update`.
 */
export const updatePrivacySetting: Operation<{
  params: {
    /** The id of the privacy setting. */
    privacySettingId: string
  }
  query: undefined
  body: UpdatePrivacySetting
  answer: PrivacySetting
  resource: PrivacySetting
}> = { method: 'PATCH', path: '/privacy-settings/{privacySettingId}', versionOf: '/privacy-settings/{privacySettingId}' }

/**
 * How many people see each type of the caller’s data, now and with each level
 * 
 * There is one privacy setting for each type. MATCH_DETAILS counts only people who also see the matches under the present level of MATCH_HISTORY.
 * 
 * Needs the scope `svc-engine:audience-read`.
 */
export const getAudience: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Audience
}> = { method: 'GET', path: '/users/me/audience' }

/**
 * The people who see a type of the caller’s data
 * 
 * The list has people who have a relation to the caller, if the caller may see them. If the setting lets in everybody, the list still has only these people.
 * 
 * Needs the scope `svc-engine:audience-read`.
 */
export const listAudience: Operation<{
  params: {
    /** The type of the caller’s data. */
    dataType: 'PROFILE' | 'MATCH_HISTORY' | 'MATCH_DETAILS'
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `sees`, `met`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `met`. */
    sort?: string | undefined
  }
  body: undefined
  answer: AudienceMemberPage
}> = { method: 'GET', path: '/users/me/audience/{dataType}' }

/**
 * How many people the list has
 * 
 * Needs the scope `svc-engine:audience-read`.
 */
export const countAudience: Operation<{
  params: {
    /** The type of the caller’s data. */
    dataType: 'PROFILE' | 'MATCH_HISTORY' | 'MATCH_DETAILS'
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `sees`, `met`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/audience/{dataType}/count' }

/**
 * What a person sees of the caller
 * 
 * The caller must be allowed to see the person. The answer has only what the caller decides or may know. It does not count matches that others recorded. If the caller has left the community of a match, it counts nobody as a member of that community.
 * 
 * You may not see this person, so you cannot see your page as they see it.
 * 
 * Needs the scope `svc-engine:audience-read`.
 */
export const getSightOfUser: Operation<{
  params: {
    /** The id of the user. */
    userId: string
  }
  query: {
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: undefined
  answer: Sight
}> = { method: 'GET', path: '/users/me/seen-by/users/{userId}' }

/**
 * What a member of a group sees of the caller, who owns the group
 * 
 * The answer is about a member who has no other relation to the caller. The answer has only what the caller decides or may know. It does not count matches that others recorded. If the caller has left the community of a match, it counts nobody as a member of that community.
 * 
 * Only the owner of a group may see what its members see.
 * 
 * Needs the scope `svc-engine:audience-read`.
 */
export const getSightOfGroup: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: {
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: undefined
  answer: Sight
}> = { method: 'GET', path: '/users/me/seen-by/groups/{groupId}' }

/**
 * What somebody without any relation to the caller sees of the caller
 * 
 * The answer has only what the caller decides or may know. It does not count matches that others recorded. If the caller has left the community of a match, it counts nobody as a member of that community.
 * 
 * Needs the scope `svc-engine:audience-read`.
 */
export const getSightOfStranger: Operation<{
  params: unknown
  query: {
    /** The time zone in which days and months begin: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: undefined
  answer: Sight
}> = { method: 'GET', path: '/users/me/seen-by/stranger' }

/**
 * The groups that the caller owns
 * 
 * Needs the scope `svc-engine:group-read`.
 */
export const listGroups: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `membersId`, `membersName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GroupPage
}> = { method: 'GET', path: '/groups' }

/**
 * Create a group
 * 
 * Needs the scope `svc-engine:group-create`.
 */
export const createGroup: Operation<{
  params: unknown
  query: undefined
  body: CreateGroup
  answer: Group
}> = { method: 'POST', path: '/groups' }

/**
 * How many groups the caller owns
 * 
 * Needs the scope `svc-engine:group-read`.
 */
export const countGroups: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `membersId`, `membersName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/groups/count' }

/**
 * A group that the caller owns or is a member of
 * 
 * Needs the scope `svc-engine:group-read`.
 */
export const getGroup: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: undefined
  body: undefined
  answer: Group
}> = { method: 'GET', path: '/groups/{groupId}' }

/**
 * Rename a group
 * 
 * Only the owner of a group may change or delete it, and add members.
 * 
 * Needs the scope `svc-engine:group-update`.
 */
export const updateGroup: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: undefined
  body: UpdateGroup
  answer: Group
  resource: Group
}> = { method: 'PATCH', path: '/groups/{groupId}', versionOf: '/groups/{groupId}' }

/**
 * Delete a group; privacy settings no longer let its members in
 * 
 * Only the owner of a group may change or delete it, and add members.
 * 
 * Needs the scope `svc-engine:group-delete`.
 */
export const deleteGroup: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Group
}> = { method: 'DELETE', path: '/groups/{groupId}', versionOf: '/groups/{groupId}' }

/**
 * The members of a group of the caller
 * 
 * Only the owner of a group may see its members.
 * 
 * Needs the scope `svc-engine:group-member-read`.
 */
export const listGroupMembers: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GroupMemberPage
}> = { method: 'GET', path: '/groups/{groupId}/members' }

/**
 * Add a user to a group
 * 
 * Only the owner of a group may change or delete it, and add members.
 * 
 * Needs the scope `svc-engine:group-member-add`.
 */
export const addGroupMember: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: undefined
  body: AddGroupMember
  answer: undefined
}> = { method: 'POST', path: '/groups/{groupId}/members' }

/**
 * How many members a group of the caller has
 * 
 * Only the owner of a group may see its members.
 * 
 * Needs the scope `svc-engine:group-member-read`.
 */
export const countGroupMembers: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/groups/{groupId}/members/count' }

/**
 * Leave a group, or as the owner remove a member; the member may then no longer see what only the group may see
 * 
 * Only the owner of a group may remove other members.
 * 
 * Needs the scope `svc-engine:group-member-remove`.
 */
export const removeGroupMember: Operation<{
  params: {
    /** The id of the group. */
    groupId: string
    /** The id of the user. */
    userId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/groups/{groupId}/members/{userId}' }

/**
 * The groups that the caller is in, whoever owns them
 * 
 * Needs the scope `svc-engine:group-read`.
 */
export const listMyGroups: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: GroupPage
}> = { method: 'GET', path: '/users/me/groups' }

/**
 * How many groups the caller is in
 * 
 * Needs the scope `svc-engine:group-read`.
 */
export const countMyGroups: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `ownerId`, `ownerName`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/groups/count' }

/**
 * All communities
 * 
 * Needs the scope `svc-engine:community-read`.
 */
export const listCommunities: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `ownerId`, `ownerName`, `joinPolicy`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: CommunityPage
}> = { method: 'GET', path: '/communities' }

/**
 * Create a community
 * 
 * Needs the scope `svc-engine:community-create`.
 */
export const createCommunity: Operation<{
  params: unknown
  query: undefined
  body: CreateCommunity
  answer: Community
}> = { method: 'POST', path: '/communities' }

/**
 * How many communities there are
 * 
 * Needs the scope `svc-engine:community-read`.
 */
export const countCommunities: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `ownerId`, `ownerName`, `joinPolicy`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/communities/count' }

/**
 * A community
 * 
 * Needs the scope `svc-engine:community-read`.
 */
export const getCommunity: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: undefined
  body: undefined
  answer: Community
}> = { method: 'GET', path: '/communities/{communityId}' }

/**
 * Change a community
 * 
 * Only the owner of a community and the members of its admin group may change it.
 * 
 * Needs the scope `svc-engine:community-update`.
 */
export const updateCommunity: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: undefined
  body: UpdateCommunity
  answer: Community
  resource: Community
}> = { method: 'PATCH', path: '/communities/{communityId}', versionOf: '/communities/{communityId}' }

/**
 * Delete a community; matches attached to it keep showing it
 * 
 * Only the owner of a community may delete it.
 * 
 * Needs the scope `svc-engine:community-delete`.
 */
export const deleteCommunity: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Community
}> = { method: 'DELETE', path: '/communities/{communityId}', versionOf: '/communities/{communityId}' }

/**
 * The members of a community, for members and admins
 * 
 * Needs the scope `svc-engine:membership-read`.
 */
export const listMemberships: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `userId`, `userName`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MembershipPage
}> = { method: 'GET', path: '/communities/{communityId}/memberships' }

/**
 * Join an open community
 * 
 * Needs the scope `svc-engine:membership-create`.
 */
export const joinCommunity: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: undefined
  body: undefined
  answer: Membership
}> = { method: 'POST', path: '/communities/{communityId}/memberships' }

/**
 * How many members a community has, for members and admins
 * 
 * Needs the scope `svc-engine:membership-read`.
 */
export const countMemberships: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `userId`, `userName`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/communities/{communityId}/memberships/count' }

/**
 * The membership of a user, for members and admins
 * 
 * Needs the scope `svc-engine:membership-read`.
 */
export const getMembership: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the user. */
    userId: string
  }
  query: undefined
  body: undefined
  answer: Membership
}> = { method: 'GET', path: '/communities/{communityId}/memberships/{userId}' }

/**
 * Leave a community, or remove a member as an admin
 * 
 * A member of the admin group can leave, but cannot be removed (409) until the owner has taken them out of that group.
 * 
 * Needs the scope `svc-engine:membership-delete`.
 */
export const endMembership: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the user. */
    userId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/communities/{communityId}/memberships/{userId}' }

/**
 * The communities that the caller is in
 * 
 * Needs the scope `svc-engine:membership-read`.
 */
export const listMyMemberships: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `communityId`, `communityName`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: OwnMembershipPage
}> = { method: 'GET', path: '/users/me/memberships' }

/**
 * How many communities the caller is in
 * 
 * Needs the scope `svc-engine:membership-read`.
 */
export const countMyMemberships: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `communityId`, `communityName`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/memberships/count' }

/**
 * The membership requests of a community: admins see all of them, others see their own
 * 
 * Needs the scope `svc-engine:membership-request-read`.
 */
export const listMembershipRequests: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `status`, `userId`, `userName`, `decidedById`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MembershipRequestPage
}> = { method: 'GET', path: '/communities/{communityId}/membership-requests' }

/**
 * Ask to join a community that requires approval
 * 
 * Needs the scope `svc-engine:membership-request-create`.
 */
export const createMembershipRequest: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: undefined
  body: undefined
  answer: MembershipRequest
}> = { method: 'POST', path: '/communities/{communityId}/membership-requests' }

/**
 * How many membership requests the list has
 * 
 * Needs the scope `svc-engine:membership-request-read`.
 */
export const countMembershipRequests: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `status`, `userId`, `userName`, `decidedById`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/communities/{communityId}/membership-requests/count' }

/**
 * A membership request, for its requester and for admins
 * 
 * Needs the scope `svc-engine:membership-request-read`.
 */
export const getMembershipRequest: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the membership request. */
    membershipRequestId: string
  }
  query: undefined
  body: undefined
  answer: MembershipRequest
}> = { method: 'GET', path: '/communities/{communityId}/membership-requests/{membershipRequestId}' }

/**
 * Approve or reject a membership request
 * 
 * Only the owner of a community and the members of its admin group may decide its membership requests.
 * 
 * Needs the scope `svc-engine:membership-request-decide`.
 */
export const decideMembershipRequest: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the membership request. */
    membershipRequestId: string
  }
  query: undefined
  body: DecideMembershipRequest
  answer: MembershipRequest
  resource: MembershipRequest
}> = { method: 'PATCH', path: '/communities/{communityId}/membership-requests/{membershipRequestId}', versionOf: '/communities/{communityId}/membership-requests/{membershipRequestId}' }

/**
 * Withdraw a membership request; it stays in lists as CANCELLED
 * 
 * Only the user who asked may withdraw a membership request.
 * 
 * Needs the scope `svc-engine:membership-request-cancel`.
 */
export const cancelMembershipRequest: Operation<{
  params: {
    /** The id of the community. */
    communityId: string
    /** The id of the membership request. */
    membershipRequestId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: MembershipRequest
}> = { method: 'DELETE', path: '/communities/{communityId}/membership-requests/{membershipRequestId}', versionOf: '/communities/{communityId}/membership-requests/{membershipRequestId}' }

/**
 * What waits for the caller’s decision, what the caller waits for, and what was answered; the oldest first
 * 
 * IN: pending edits and disputes of matches that the caller recorded, pending claim requests for the caller’s ghost players, pending membership requests for communities that the caller administers, invitations of the caller that somebody accepted or declined, until the caller acknowledges the answer, and questions whether the caller is somebody’s ghost player. OUT: the caller’s own edits, disputes, requests and questions that wait for others. ANSWERED: in the last 14 days, what others decided about the caller’s own edits and requests, which edit settled a dispute of the caller, and who made the caller a trusted editor or ended that. Each item has the path and the ETag with which to decide, acknowledge or withdraw it.
 * 
 * Needs the scope `svc-engine:inbox-read`.
 */
export const listInbox: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `kind`, `direction`, `since`, `seen`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `since`. */
    sort?: string | undefined
  }
  body: undefined
  answer: InboxItemPage
}> = { method: 'GET', path: '/users/me/inbox' }

/**
 * How many items the inbox of the caller has
 * 
 * Needs the scope `svc-engine:inbox-read`.
 */
export const countInbox: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `kind`, `direction`, `since`, `seen`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/inbox/count' }

/**
 * Say up to which time the caller has seen the answers in the inbox
 * 
 * Send the `since` of the newest answer that was shown. The time never goes back: an earlier one changes nothing, and a time in the future counts as now. The answers up to this time have `seen: true`.
 * 
 * Needs the scope `svc-engine:inbox-update`.
 */
export const markInboxSeen: Operation<{
  params: unknown
  query: undefined
  body: InboxSeen
  answer: InboxSeen
}> = { method: 'PUT', path: '/users/me/inbox/seen' }

/**
 * Where the caller gets mail and push messages, about what, and how often
 * 
 * Needs the scope `svc-engine:notification-read`.
 */
export const getNotifications: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Notifications
}> = { method: 'GET', path: '/users/me/notifications' }

/**
 * Choose where to get mail and push messages, about what, and how often
 * 
 * The service mails a link to a new address, which works for a day. Until the caller opens this link, all other mail goes to the previous address. Sending the same address again mails another link. Mails and push messages say only how many things of each kind wait. If the service sends no mail, the caller cannot choose an address or mail; if it also sends no push messages, they cannot choose kinds either (409).
 * 
 * Needs the scope `svc-engine:notification-update`.
 */
export const updateNotifications: Operation<{
  params: unknown
  query: undefined
  body: UpdateNotifications
  answer: Notifications
  resource: Notifications
}> = { method: 'PATCH', path: '/users/me/notifications', versionOf: '/users/me/notifications' }

/**
 * Verify the new address with the secret from the link that was sent there
 * 
 * Only the user who entered the address can verify it.
 * 
 * Needs the scope `svc-engine:notification-update`.
 */
export const verifyAddress: Operation<{
  params: unknown
  query: undefined
  body: VerifyAddress
  answer: Notifications
}> = { method: 'POST', path: '/users/me/notifications/verify' }

/**
 * The browsers that get push messages about the caller’s inbox
 * 
 * Needs the scope `svc-engine:notification-read`.
 */
export const listNotificationDevices: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`, `sentAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: NotificationDevicePage
}> = { method: 'GET', path: '/users/me/notifications/devices' }

/**
 * Send push messages about the caller’s inbox to a browser
 * 
 * The browser must have subscribed with the `pushKey` of the caller’s notifications. Messages say only how many things of each kind wait. A browser is one device: the same endpoint changes the device, and an endpoint that somebody else has registered moves to the caller. A device ends with the session, the personal token or the app’s access with which it was registered. If it was registered with an access token of an outside issuer, it ends after 30 days. A person has at most 20 devices (409).
 * 
 * Needs the scope `svc-engine:notification-update`.
 */
export const createNotificationDevice: Operation<{
  params: unknown
  query: undefined
  body: CreateNotificationDevice
  answer: NotificationDevice
}> = { method: 'POST', path: '/users/me/notifications/devices' }

/**
 * How many browsers get push messages about the caller’s inbox
 * 
 * Needs the scope `svc-engine:notification-read`.
 */
export const countNotificationDevices: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`, `sentAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/notifications/devices/count' }

/**
 * Send no more push messages to a browser
 * 
 * Needs the scope `svc-engine:notification-update`.
 */
export const deleteNotificationDevice: Operation<{
  params: {
    /** The id of the device. */
    deviceId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/users/me/notifications/devices/{deviceId}' }

/**
 * The caller’s own user
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const getMe: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Me
}> = { method: 'GET', path: '/users/me' }

/**
 * Change the name that others see
 * 
 * Needs the scope `svc-engine:user-update`.
 */
export const updateMe: Operation<{
  params: unknown
  query: undefined
  body: UpdateMe
  answer: Me
  resource: Me
}> = { method: 'PATCH', path: '/users/me', versionOf: '/users/me' }

/**
 * Erase the caller’s account permanently
 * 
 * The user’s name disappears everywhere, claims and trust are revoked, and memberships end; the matches that others recorded stay complete. Tokens issued earlier are refused with 401; signing in again makes a new, empty user. The last administrator who is not disabled gets 409, unless nobody else has an account.
 * 
 * Needs the scope `svc-engine:user-delete`.
 */
export const eraseMe: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: undefined
  resource: Me
}> = { method: 'DELETE', path: '/users/me', versionOf: '/users/me' }

/**
 * The users that the caller may see
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const listUsers: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: UserPage
}> = { method: 'GET', path: '/users' }

/**
 * How many users the caller may see
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const countUsers: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/count' }

/**
 * A user
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const getUser: Operation<{
  params: {
    /** The id of the user. */
    userId: string
  }
  query: undefined
  body: undefined
  answer: User
}> = { method: 'GET', path: '/users/{userId}' }

/**
 * All data that the service stores about the caller
 * 
 * Up to 200 items of each list come from one snapshot. Longer lists follow in parts, each read at its own moment: an item that exists during the whole export appears exactly once. If the connection ends early, because the client reads less than 256 KiB in a minute or the account is erased meanwhile, the document is incomplete; unless the account was erased, send the request again.
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const exportMe: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Export
}> = { method: 'GET', path: '/users/me/export' }

/**
 * The caller’s matches as CSV
 * 
 * The format is RFC 4180, in UTF-8 with a byte order mark. The first row has the names of the columns. Then there is one row for each participant of each match that the caller recorded, including drafts, or in which others recorded the caller. `loadout` is JSON. If a text begins like a spreadsheet formula, or with an apostrophe, an apostrophe is put before it. Up to 200 matches come from one snapshot; more follow in parts, each read at its own moment. If the connection ends early, the file is incomplete: send the request again.
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const exportMatchesAsCsv: Operation<{
  params: unknown
  query: {
    /** The time zone of local times: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: undefined
  answer: Blob
}> = { method: 'GET', path: '/users/me/export/csv' }

/**
 * The caller’s finished matches as a file for BG Stats
 * 
 * The file has the JSON format of BG Stats, a tracker for phones. Facts for which this format has no field are in `metaData` under `scorebook`. Drafts are left out. Up to 200 matches come from one snapshot; more follow in parts, each read at its own moment. If the connection ends early, the file is incomplete: send the request again.
 * 
 * Needs the scope `svc-engine:user-read`.
 */
export const exportMatchesAsBgStats: Operation<{
  params: unknown
  query: {
    /** The time zone of local times: a name of the IANA time zone database. */
    timeZone?: string | undefined
  }
  body: undefined
  answer: BgStatsFile
}> = { method: 'GET', path: '/users/me/export/bg-stats' }

/**
 * A stream of all changes from now on
 * 
 * The answer is a stream of Server-Sent Events. It has a frame for each change of a resource in which the caller takes part and which the caller may see when the event is sent. Everybody gets the events of games, expansions and candidates; other resources that everybody may see have no events for everybody. The stream stays open until the client closes it, or the token ends. After 15 seconds without an event it sends a frame without data. A client that comes back within 24 hours sends the last id as `Last-Event-ID` and misses nothing. If it comes back later, it gets one event of the kind `reset`.
 * 
 * Needs the scope `svc-engine:event-read`.
 */
export const followEvents: StreamOperation<Event> = { method: 'GET', path: '/events', stream: true }

/**
 * The caller’s personal access tokens
 * 
 * People who sign in at an outside issuer have none.
 * 
 * Needs the scope `svc-engine:token-read`.
 */
export const listTokens: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`, `expiresAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `expiresAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: PersonalTokenPage
}> = { method: 'GET', path: '/users/me/tokens' }

/**
 * Make a personal access token
 * 
 * Only this answer, and the answer to a retry, has the token; later nobody can read it. It is used like any other access token. A scope of the token counts only while the roles of the account allow it. A person has at most 100 tokens. A token that an app made ends when the app loses its access. People who sign in at an outside issuer get their tokens there (403).
 * 
 * Needs the scope `svc-engine:token-create`.
 */
export const createToken: Operation<{
  params: unknown
  query: undefined
  body: CreatePersonalToken
  answer: NewPersonalToken
}> = { method: 'POST', path: '/users/me/tokens' }

/**
 * How many personal access tokens the caller has
 * 
 * Needs the scope `svc-engine:token-read`.
 */
export const countTokens: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`, `expiresAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/users/me/tokens/count' }

/**
 * End a personal access token
 * 
 * Within 5 seconds every instance refuses it.
 * 
 * Needs the scope `svc-engine:token-delete`.
 */
export const deleteToken: Operation<{
  params: {
    /** The id of the token. */
    tokenId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/users/me/tokens/{tokenId}' }

/**
 * The accounts of the people who sign in at this service
 * 
 * The list is empty if people sign in at outside issuers, because the accounts are there.
 * 
 * Needs the scope `svc-engine:account-read`.
 */
export const listAccounts: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `email`, `roles`, `disabled`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: AccountPage
}> = { method: 'GET', path: '/accounts' }

/**
 * How many accounts the list has
 * 
 * Needs the scope `svc-engine:account-read`.
 */
export const countAccounts: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `email`, `roles`, `disabled`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/accounts/count' }

/**
 * The links with which people get in: invitations, and resets for people who can no longer sign in
 * 
 * The list does not show the URLs of the links: nobody can read them again. A link stays in the list until 30 days after it expires. The links of erased people are deleted.
 * 
 * Needs the scope `svc-engine:account-link-read`.
 */
export const listLinks: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `accountId`, `makerId`, `good`, `expiresAt`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `expiresAt`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: SignInLinkPage
}> = { method: 'GET', path: '/accounts/links' }

/**
 * Make a link that invites people, or one that lets the owner of an account in again
 * 
 * Only this answer and the answer to a retry have the URL. The request fails with 403 if the new accounts, or the account to reset, would have more rights than the caller’s access token. For example, a personal access token has fewer rights than a player: it may not make tokens. So it can neither invite players nor reset their accounts. If people sign in at outside issuers, there are no such links (403). With `sendTo` or `sendToOwner` the link is also mailed, once for all retries; if the service sends no mail, the answer is 409.
 * 
 * Needs the scope `svc-engine:account-create`.
 */
export const createAccountLink: Operation<{
  params: unknown
  query: undefined
  body: CreateAccountLink
  answer: AccountLink
}> = { method: 'POST', path: '/accounts/links' }

/**
 * How many links the list has
 * 
 * Needs the scope `svc-engine:account-link-read`.
 */
export const countLinks: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `accountId`, `makerId`, `good`, `expiresAt`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/accounts/links/count' }

/**
 * End a link before it expires
 * 
 * Nobody can use the link afterwards. A link that was used up or has ended already cannot be ended (409).
 * 
 * Needs the scope `svc-engine:account-link-delete`.
 */
export const endAccountLink: Operation<{
  params: {
    /** The id of the link. */
    linkId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/accounts/links/{linkId}' }

/**
 * An account
 * 
 * Needs the scope `svc-engine:account-read`.
 */
export const getAccount: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: undefined
  body: undefined
  answer: Account
}> = { method: 'GET', path: '/accounts/{accountId}' }

/**
 * Change the roles of an account, disable it, or free its e-mail address
 * 
 * The change takes effect on every instance within 5 seconds, even for access tokens that were issued before. If the account is no longer an administrator, the links that it made stop working. If the account gets another role, or its e-mail address is freed, its unused reset links stop working. One administrator who is not disabled must remain (409). If an account gets new roles, or is enabled, its roles must not allow more than the caller’s access token (403).
 * 
 * Needs the scope `svc-engine:account-update`.
 */
export const updateAccount: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: undefined
  body: UpdateAccount
  answer: Account
  resource: Account
}> = { method: 'PATCH', path: '/accounts/{accountId}', versionOf: '/accounts/{accountId}' }

/**
 * The browsers that are signed in to an account
 * 
 * Needs the scope `svc-engine:session-read`.
 */
export const listAccountSessions: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `method`, `address`, `createdAt`, `lastSeenAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`, `lastSeenAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: SessionPage
}> = { method: 'GET', path: '/accounts/{accountId}/sessions' }

/**
 * Sign an account out everywhere
 * 
 * Within 5 seconds this ends its sessions in browsers, its personal access tokens and the access that it gave to apps. An access token that an app already has ends within 15 minutes.
 * 
 * Needs the scope `svc-engine:session-delete`.
 */
export const endSessions: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/accounts/{accountId}/sessions' }

/**
 * How many browsers are signed in to an account
 * 
 * Needs the scope `svc-engine:session-read`.
 */
export const countAccountSessions: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `method`, `address`, `createdAt`, `lastSeenAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/accounts/{accountId}/sessions/count' }

/**
 * Sign one browser out
 * 
 * Within 5 seconds every instance refuses the session. The access that apps got in it ends too; what they hold already ends within 15 minutes.
 * 
 * Needs the scope `svc-engine:session-delete`.
 */
export const endAccountSession: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
    /** The id of the session. */
    sessionId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/accounts/{accountId}/sessions/{sessionId}' }

/**
 * The personal access tokens of an account, without the tokens themselves
 * 
 * Needs the scope `svc-engine:account-token-read`.
 */
export const listAccountTokens: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`, `expiresAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `name`, `createdAt`, `expiresAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: PersonalTokenPage
}> = { method: 'GET', path: '/accounts/{accountId}/tokens' }

/**
 * How many personal access tokens an account has
 * 
 * Needs the scope `svc-engine:account-token-read`.
 */
export const countAccountTokens: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `createdAt`, `expiresAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/accounts/{accountId}/tokens/count' }

/**
 * End a personal access token of an account, for example because it has leaked
 * 
 * Within 5 seconds every instance refuses it.
 * 
 * Needs the scope `svc-engine:account-token-delete`.
 */
export const endAccountToken: Operation<{
  params: {
    /** The id of the account. */
    accountId: string
    /** The id of the token. */
    tokenId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/accounts/{accountId}/tokens/{tokenId}' }

/**
 * The audit: sign-ins, failed sign-ins, and changes of roles, credentials, tokens and sessions
 * 
 * Events are stored for `SCOREBOOK_AUDIT_DAYS`, by default a year. Sign-ins at an outside issuer are in the audit of that issuer.
 * 
 * Needs the scope `svc-engine:audit-read`.
 */
export const listAudit: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `accountId`, `actorId`, `clientId`, `actorClientId`, `actorTokenId`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: AuditEventPage
}> = { method: 'GET', path: '/audit' }

/**
 * How many events the audit has
 * 
 * Needs the scope `svc-engine:audit-read`.
 */
export const countAudit: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `accountId`, `actorId`, `clientId`, `actorClientId`, `actorTokenId`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/audit/count' }

/**
 * The state of the service: its version, instances, database, accounts and pipeline
 * 
 * Needs the scope `svc-engine:system-read`.
 */
export const getSystemStatus: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: SystemStatus
}> = { method: 'GET', path: '/system/status' }

/**
 * How the service went during the last day: requests, answers, memory, and what waited
 * 
 * Each point stands for 5 minutes of all instances. A point comes when its instances have counted, so the last one can be 10 minutes old.
 * 
 * Needs the scope `svc-engine:system-read`.
 */
export const getSystemFigures: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: SystemFigures
}> = { method: 'GET', path: '/system/figures' }

/**
 * What `scorebook doctor` finds, as the service last looked, and its backups
 * 
 * The service looks every 10 minutes. It asks the catalogue, the search service and the language model only if somebody asks for a look, because they cost money. What only the command can look at is named, with the state UNCHECKED.
 * 
 * Needs the scope `svc-engine:system-read`.
 */
export const getCheckup: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Checkup
}> = { method: 'GET', path: '/system/checkup' }

/**
 * Look again, at everything that the running service can look at
 * 
 * The answer comes at once. `underWay` of the checkup is false when the look has ended.
 * 
 * Needs the scope `svc-engine:system-check`.
 */
export const startCheckup: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Checkup
}> = { method: 'POST', path: '/system/checkup' }

/**
 * Make a backup now
 * 
 * The answer comes at once. `backups.asked` of the checkup is false when the backup has been made or has failed. If the database is not the embedded one, the answer is 409: its own tools make backups.
 * 
 * Needs the scope `svc-engine:backup-create`.
 */
export const createBackup: Operation<{
  params: unknown
  query: undefined
  body: undefined
  answer: Checkup
}> = { method: 'POST', path: '/system/backups' }

/**
 * The endpoints to which events are sent
 * 
 * Needs the scope `svc-engine:webhook-read`.
 */
export const listWebhooks: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `makerId`, `url`, `enabled`, `disabledReason`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: WebhookPage
}> = { method: 'GET', path: '/webhooks' }

/**
 * Send events to an endpoint from now on
 * 
 * The endpoint gets the events that the caller would get from `GET /events`: they are about resources in which the caller takes part and which the caller may see when the event is sent. Only this answer and the answer to a retry have the secret. The caller’s access token must have the scopes that read what the events are about (403). People of outside issuers cannot have webhooks (403). A service has 50 webhooks at most (409).
 * 
 * Needs the scope `svc-engine:webhook-create`.
 */
export const createWebhook: Operation<{
  params: unknown
  query: undefined
  body: CreateWebhook
  answer: Webhook
}> = { method: 'POST', path: '/webhooks' }

/**
 * How many webhooks there are
 * 
 * Needs the scope `svc-engine:webhook-read`.
 */
export const countWebhooks: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `makerId`, `url`, `enabled`, `disabledReason`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/webhooks/count' }

/**
 * A webhook, and how its last attempts went
 * 
 * Needs the scope `svc-engine:webhook-read`.
 */
export const getWebhook: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: undefined
  body: undefined
  answer: Webhook
}> = { method: 'GET', path: '/webhooks/{webhookId}' }

/**
 * Change, disable or enable a webhook
 * 
 * Only its maker may change or enable a webhook (403); every administrator may disable it. If it is disabled, waiting deliveries fail, and can be replayed later. If the URL is changed, waiting deliveries are sent to the new URL.
 * 
 * Needs the scope `svc-engine:webhook-update`.
 */
export const updateWebhook: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: undefined
  body: UpdateWebhook
  answer: Webhook
  resource: Webhook
}> = { method: 'PATCH', path: '/webhooks/{webhookId}', versionOf: '/webhooks/{webhookId}' }

/**
 * Delete a webhook with its deliveries
 * 
 * Every administrator may delete it. Deliveries that still wait are not sent.
 * 
 * Needs the scope `svc-engine:webhook-delete`.
 */
export const deleteWebhook: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Webhook
}> = { method: 'DELETE', path: '/webhooks/{webhookId}', versionOf: '/webhooks/{webhookId}' }

/**
 * Give a webhook a new secret
 * 
 * For 24 hours, deliveries are signed with both the former and the new secret. A secret that is older than the former one stops at once. Only this answer and the answer to a retry have the new secret. Only the maker may renew it (403).
 * 
 * Only the maker of a webhook may do this, because it sends what the maker may see. Other administrators may disable or delete it.
 * 
 * Needs the scope `svc-engine:webhook-update`.
 */
export const renewWebhookSecret: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: undefined
  body: undefined
  answer: Webhook
}> = { method: 'POST', path: '/webhooks/{webhookId}/secret' }

/**
 * Send a ping to the endpoint
 * 
 * A ping is signed, tried again and listed like an event. The deliveries of the webhook show how it went. Only the maker may send it (403).
 * 
 * Only the maker of a webhook may do this, because it sends what the maker may see. Other administrators may disable or delete it.
 * 
 * Needs the scope `svc-engine:webhook-update`.
 */
export const testWebhook: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: undefined
  body: undefined
  answer: WebhookDelivery
}> = { method: 'POST', path: '/webhooks/{webhookId}/test' }

/**
 * Send again everything that has failed since a time
 * 
 * The oldest deliveries come first. At most 1000 can wait at the same time, so some may be left over. Only the maker may replay (403).
 * 
 * Only the maker of a webhook may do this, because it sends what the maker may see. Other administrators may disable or delete it.
 * 
 * Needs the scope `svc-engine:webhook-update`.
 */
export const replayWebhook: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: undefined
  body: ReplayWebhook
  answer: ReplayedWebhook
}> = { method: 'POST', path: '/webhooks/{webhookId}/replay' }

/**
 * The deliveries of a webhook that wait or have ended within a week
 * 
 * Only the maker of a webhook may see its deliveries, because they show what the maker may see.
 * 
 * Needs the scope `svc-engine:webhook-read`.
 */
export const listWebhookDeliveries: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `state`, `lastStatus`, `happenedAt`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `id`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: WebhookDeliveryPage
}> = { method: 'GET', path: '/webhooks/{webhookId}/deliveries' }

/**
 * How many deliveries a webhook has
 * 
 * Only the maker of a webhook may see its deliveries, because they show what the maker may see.
 * 
 * Needs the scope `svc-engine:webhook-read`.
 */
export const countWebhookDeliveries: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `kind`, `state`, `lastStatus`, `happenedAt`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/webhooks/{webhookId}/deliveries/count' }

/**
 * Send a delivery again, whether it was sent or has failed
 * 
 * The delivery keeps its `webhook-id`. If the maker may no longer see what the event is about, the delivery is deleted and not sent. Only the maker may replay (403).
 * 
 * Only the maker of a webhook may do this, because it sends what the maker may see. Other administrators may disable or delete it.
 * 
 * Needs the scope `svc-engine:webhook-update`.
 */
export const replayWebhookDelivery: Operation<{
  params: {
    /** The id of the webhook. */
    webhookId: string
    /** The id of the delivery. */
    deliveryId: string
  }
  query: undefined
  body: undefined
  answer: WebhookDelivery
}> = { method: 'POST', path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay' }

/**
 * The apps and services that may get access tokens here
 * 
 * Needs the scope `svc-engine:client-read`.
 */
export const listClients: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `kind`, `createdAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `name`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ClientPage
}> = { method: 'GET', path: '/clients' }

/**
 * Let an app or a service get access tokens here
 * 
 * The roles and scopes of the client must not allow more than the caller’s access token (403).
 * 
 * Needs the scope `svc-engine:client-create`.
 */
export const createClient: Operation<{
  params: unknown
  query: undefined
  body: CreateClient
  answer: Client
}> = { method: 'POST', path: '/clients' }

/**
 * How many clients there are
 * 
 * Needs the scope `svc-engine:client-read`.
 */
export const countClients: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `id`, `name`, `kind`, `createdAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/clients/count' }

/**
 * Give a client a new secret
 * 
 * The former secret ends at once. Every access token that the client got with it ends within 5 seconds. The access that people gave to an app stays: the app goes on with its refresh tokens and the new secret. The answer has the new secret, and so has the answer to a retry. The client must not be allowed to do more than the caller’s access token (403). It must have a secret: a client with a key, or without authentication, gets 409.
 * 
 * Needs the scope `svc-engine:client-update`.
 */
export const renewClientSecret: Operation<{
  params: {
    /** The id of the client. */
    clientId: string
  }
  query: undefined
  body: undefined
  answer: Client
}> = { method: 'POST', path: '/clients/{clientId}/secret' }

/**
 * Remove a client, and end everything that was issued to it
 * 
 * Needs the scope `svc-engine:client-delete`.
 */
export const deleteClient: Operation<{
  params: {
    /** The id of the client. */
    clientId: string
  }
  query: undefined
  body: undefined
  answer: undefined
}> = { method: 'DELETE', path: '/clients/{clientId}' }

/**
 * The applications whose texts this service stores
 * 
 * Needs the scope `svc-engine:application-read`.
 */
export const listApplications: Operation<{
  params: unknown
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `applicationId`, `name`, `baseLocale`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `applicationId`, `name`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: ApplicationPage
}> = { method: 'GET', path: '/applications' }

/**
 * Add an application, to store its texts here
 * 
 * Needs the scope `svc-engine:application-create`.
 */
export const createApplication: Operation<{
  params: unknown
  query: undefined
  body: CreateApplication
  answer: Application
}> = { method: 'POST', path: '/applications' }

/**
 * How many applications there are
 * 
 * Needs the scope `svc-engine:application-read`.
 */
export const countApplications: Operation<{
  params: unknown
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `applicationId`, `name`, `baseLocale`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/applications/count' }

/**
 * An application
 * 
 * Needs the scope `svc-engine:application-read`.
 */
export const getApplication: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: undefined
  body: undefined
  answer: Application
}> = { method: 'GET', path: '/applications/{applicationId}' }

/**
 * Change an application; its base locale only while it has no keys
 * 
 * Needs the scope `svc-engine:application-update`.
 */
export const updateApplication: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: undefined
  body: UpdateApplication
  answer: Application
  resource: Application
}> = { method: 'PATCH', path: '/applications/{applicationId}', versionOf: '/applications/{applicationId}' }

/**
 * The progress of the translations of an application, by locale
 * 
 * Needs the scope `svc-engine:application-read`.
 */
export const getLocales: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: undefined
  body: undefined
  answer: Locales
}> = { method: 'GET', path: '/applications/{applicationId}/locales' }

/**
 * Replace all keys of an application
 * 
 * Adds new keys, updates changed keys, and marks missing keys as obsolete. It deletes nothing. If one key has a fault, nothing is written. Sending the same keys again changes nothing.
 * 
 * Needs the scope `svc-engine:message-key-import`.
 */
export const importKeys: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: {
    /** Report what the import would do, and write nothing. */
    dryRun?: boolean | undefined
  }
  body: KeyCatalog
  answer: ImportResult
}> = { method: 'POST', path: '/applications/{applicationId}/keys/import' }

/**
 * Report what an import of keys would change, with the first keys of each change
 * 
 * Writes nothing. The counts are the counts of `importKeys` with `dryRun`. `rows` has at most 100 keys that are new, 100 that change, and 100 that become obsolete.
 * 
 * Needs the scope `svc-engine:message-key-import`.
 */
export const previewKeys: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: undefined
  body: KeyCatalog
  answer: ImportPreview
}> = { method: 'POST', path: '/applications/{applicationId}/keys/preview' }

/**
 * The keys of an application, obsolete ones included
 * 
 * Needs the scope `svc-engine:message-key-read`.
 */
export const listKeys: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `key`, `status`, `description`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `key`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MessageKeyPage
}> = { method: 'GET', path: '/applications/{applicationId}/keys' }

/**
 * How many keys an application has
 * 
 * Needs the scope `svc-engine:message-key-read`.
 */
export const countKeys: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `key`, `status`, `description`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/applications/{applicationId}/keys/count' }

/**
 * A key with its base text
 * 
 * Needs the scope `svc-engine:message-key-read`.
 */
export const getKey: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
  }
  query: undefined
  body: undefined
  answer: MessageKey
}> = { method: 'GET', path: '/applications/{applicationId}/keys/{messageKey}' }

/**
 * The translations of a key
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const listTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `locale`, `status`, `invalid`, `outdated`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `locale`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: TranslationPage
}> = { method: 'GET', path: '/applications/{applicationId}/keys/{messageKey}/translations' }

/**
 * How many translations a key has
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const countTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `locale`, `status`, `invalid`, `outdated`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/applications/{applicationId}/keys/{messageKey}/translations/count' }

/**
 * The translation of a key in a locale
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const getTranslation: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: undefined
  answer: Translation
}> = { method: 'GET', path: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}' }

/**
 * Write the draft of a translation; the published text stays
 * 
 * To create the first draft of a key in a locale, send `If-None-Match: *` instead of `If-Match`.
 * 
 * Needs the scope `svc-engine:translation-update`.
 */
export const writeTranslation: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: WriteTranslation
  answer: Translation
  resource: Translation
}> = { method: 'PUT', path: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}', versionOf: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}', creates: true }

/**
 * Discard the draft of a translation; the published text stays
 * 
 * Needs the scope `svc-engine:translation-delete`.
 */
export const discardDraft: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: undefined
  answer: undefined
  resource: Translation
}> = { method: 'DELETE', path: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}', versionOf: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}' }

/**
 * Publish the draft of a translation
 * 
 * Needs the scope `svc-engine:translation-publish`.
 */
export const publishTranslation: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: undefined
  answer: Translation
  resource: Translation
}> = { method: 'POST', path: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}/publish', versionOf: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}' }

/**
 * Stop serving the translation; its text becomes the draft, unless there is a draft
 * 
 * Needs the scope `svc-engine:translation-publish`.
 */
export const unpublishTranslation: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** The key, such as `menu.file.open` */
    messageKey: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: undefined
  answer: Translation
  resource: Translation
}> = { method: 'POST', path: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}/unpublish', versionOf: '/applications/{applicationId}/keys/{messageKey}/translations/{locale}' }

/**
 * The translations of an application, without translations of obsolete keys
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const listWork: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `key`, `locale`, `status`, `invalid`, `outdated`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `key`, `createdAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: TranslationPage
}> = { method: 'GET', path: '/applications/{applicationId}/translations' }

/**
 * How many translations an application has, without translations of obsolete keys
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const countWork: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `key`, `locale`, `status`, `invalid`, `outdated`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/applications/{applicationId}/translations/count' }

/**
 * The keys in use that have neither a draft nor a published text in a locale
 * 
 * In the base locale of the application no key is missing, so the list is empty.
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const listMissingTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: {
    /** The most items that the page may have. */
    limit?: number | undefined
    /** The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page. */
    cursor?: string | undefined
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `key`, `description`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
    /** Fields with an optional direction, the most important first: `field[:ASC|:DESC]`, comma-separated. Sortable: `key`, `createdAt`, `updatedAt`. */
    sort?: string | undefined
  }
  body: undefined
  answer: MessageKeyPage
}> = { method: 'GET', path: '/applications/{applicationId}/locales/{locale}/missing' }

/**
 * How many keys have neither a draft nor a published text in a locale
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const countMissingTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: {
    /** RSQL: `;` means and, `,` means or. Operators: `==` `!=` `=gt=` `=ge=` `=lt=` `=le=` `=in=` `=out=` `=null=`. In text, `*` is a wildcard. A filter may have at most 4,000 characters, 64 comparisons, and 16 values with a wildcard. It may have at most 4 conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by `,` count as one. A search that takes 3 seconds ends with 400 `INVALID_SEARCH`. Filterable: `key`, `description`, `createdAt`, `updatedAt`. */
    filter?: string | undefined
  }
  body: undefined
  answer: Count
}> = { method: 'GET', path: '/applications/{applicationId}/locales/{locale}/missing/count' }

/**
 * Publish all drafts, or the drafts of a locale or of some keys
 * 
 * Publishes all drafts that can be published, and lists the drafts that it skipped.
 * 
 * Needs the scope `svc-engine:translation-publish`.
 */
export const publishTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
  }
  query: undefined
  body: PublishTranslations
  answer: PublishResult
}> = { method: 'POST', path: '/applications/{applicationId}/translations/publish' }

/**
 * Write many drafts of a locale, such as a file from a translation agency
 * 
 * Writes all texts that fit their keys, and lists the texts that it rejected. Published texts stay.
 * 
 * Needs the scope `svc-engine:translation-update`.
 */
export const importTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: ImportTranslations
  answer: TranslationsImportResult
}> = { method: 'POST', path: '/applications/{applicationId}/translations/{locale}/import' }

/**
 * The texts of a locale as JSON, to be translated in another program
 * 
 * The file has every key in use with its base text, and the latest text in the locale if there is one, the draft before the published text. `importTranslationFile` takes the file back.
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const exportTranslations: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: undefined
  answer: TranslationFile
}> = { method: 'GET', path: '/applications/{applicationId}/locales/{locale}/export/json' }

/**
 * The texts of a locale as XLIFF 2.0, to be translated in another program
 * 
 * The file has every key in use with its base text, and the latest text in the locale if there is one, the draft before the published text. Each key is a unit. `importXliff` takes the file back.
 * 
 * Needs the scope `svc-engine:translation-read`.
 */
export const exportXliff: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: undefined
  body: undefined
  answer: Blob
}> = { method: 'GET', path: '/applications/{applicationId}/locales/{locale}/export/xliff' }

/**
 * Write the texts of a file that `exportTranslations` made
 * 
 * Texts that fit their keys become drafts, as if somebody had written them here. Texts that nobody changed in the file stay as they are here. A text that has changed here since the file was made is rejected with the code `CHANGED`. A text that was written for another base text than the key has now is outdated. A file that is wrong as a whole, or that is for another application or locale, is refused, and nothing is written. Sending the same file again changes nothing.
 * 
 * Needs the scope `svc-engine:translation-update`.
 */
export const importTranslationFile: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: {
    /** Report what the import would do, and write nothing. */
    dryRun?: boolean | undefined
    /** Also replace texts that have changed here since the file was made. */
    replaceChanged?: boolean | undefined
  }
  body: TranslationFile
  answer: TranslationFileResult
}> = { method: 'POST', path: '/applications/{applicationId}/locales/{locale}/import/json' }

/**
 * Write the texts of a file of XLIFF 2 that `exportXliff` made
 * 
 * The body is the file as it is. Texts that fit their keys become drafts, as if somebody had written them here. Texts that nobody changed in the file stay as they are here. A text that has changed here since the file was made is rejected with the code `CHANGED`. A text that was written for another base text than the key has now is outdated. A file that is wrong as a whole, or that is for another application or locale, is refused, and nothing is written. Sending the same file again changes nothing.
 * 
 * Needs the scope `svc-engine:translation-update`.
 */
export const importXliff: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: {
    /** Report what the import would do, and write nothing. */
    dryRun?: boolean | undefined
    /** Also replace texts that have changed here since the file was made. */
    replaceChanged?: boolean | undefined
  }
  body: Blob
  answer: TranslationFileResult
}> = { method: 'POST', path: '/applications/{applicationId}/locales/{locale}/import/xliff', media: ['application/xliff+xml', 'application/xml', 'text/xml', 'application/octet-stream'] }

/**
 * The texts of an application in a locale, as the application shows them
 * 
 * Each key in use has its published text. If there is none, it has the text of a parent locale (`zh-Hant-TW`, `zh-Hant`, `zh`), and otherwise the base text. Texts that no longer fit their key are ignored.
 * 
 * Needs the scope `svc-engine:message-read`.
 */
export const getMessages: Operation<{
  params: {
    /** The id that was chosen for the application, such as `table-companion` */
    applicationId: string
    /** A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW` */
    locale: string
  }
  query: {
    /** If this is `false`, keys without a text in this locale are left out. */
    fallback?: boolean | undefined
  }
  body: undefined
  answer: Messages
}> = { method: 'GET', path: '/applications/{applicationId}/messages/{locale}' }
