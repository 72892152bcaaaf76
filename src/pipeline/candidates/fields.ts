/**
 * The thirteen fields of a candidate that a person may set. Schemas, columns, steps and calls of the engine are made from this
 * table.
 */
import * as z from 'zod'
import { displayName, imageUrl, int32, int64, text } from '../../http/schema/schema.ts'
import { SCORE_TYPES, tags } from '../../resources/games/schema.ts'
import { CatalogId } from '../rankings/schema.ts'

interface Declaration {
  column: string
  sent: z.ZodType
  shown: z.ZodType
  /**
   * The value in a new candidate. Null means that the field can also be cleared. Without a value, every request to create a
   * candidate must send the field.
   */
  blank?: unknown
  fromCatalogue: boolean
  publishedWith: readonly ('game' | 'expansion')[]
}

const GAMES = ['game'] as const
const BOTH = ['game', 'expansion'] as const
const NEITHER = [] as const

const MINUTES = 'In minutes'
const scoreType = z.enum(SCORE_TYPES)
const winCondition = z.enum(['HIGHER_WINS', 'LOWER_WINS'])

/** In the order of the specification. */
export const FIELDS = {
  displayName: {
    column: 'display_name',
    sent: displayName(255),
    shown: z.string(),
    fromCatalogue: true,
    publishedWith: BOTH,
  },
  description: {
    column: 'description',
    sent: text({ max: 10_000 }),
    shown: z.string(),
    blank: null,
    fromCatalogue: true,
    publishedWith: BOTH,
  },
  minPlayers: {
    column: 'min_players',
    sent: int32(1),
    shown: int32(),
    blank: null,
    fromCatalogue: true,
    publishedWith: GAMES,
  },
  maxPlayers: {
    column: 'max_players',
    sent: int32(1),
    shown: int32(),
    blank: null,
    fromCatalogue: true,
    publishedWith: GAMES,
  },
  playingTime: {
    column: 'playing_time',
    sent: int32(0).meta({ description: MINUTES }),
    shown: int32().meta({ description: MINUTES }),
    blank: null,
    fromCatalogue: true,
    publishedWith: NEITHER,
  },
  minAge: {
    column: 'min_age',
    sent: int32(0),
    shown: int32(),
    blank: null,
    fromCatalogue: true,
    publishedWith: NEITHER,
  },
  yearPublished: {
    column: 'year_published',
    sent: int32(),
    shown: int32(),
    blank: null,
    fromCatalogue: true,
    publishedWith: NEITHER,
  },
  imageUrl: {
    column: 'image_url',
    sent: imageUrl(),
    shown: imageUrl(),
    blank: null,
    fromCatalogue: true,
    publishedWith: BOTH,
  },
  tags: {
    column: 'tags',
    sent: tags(),
    shown: z.array(z.string()),
    blank: [],
    fromCatalogue: true,
    publishedWith: GAMES,
  },
  isExpansion: {
    column: 'is_expansion',
    sent: z.boolean(),
    shown: z.boolean(),
    blank: false,
    fromCatalogue: true,
    publishedWith: NEITHER,
  },
  baseGameCatalogId: {
    column: 'base_game_catalog_id',
    sent: int64(),
    shown: CatalogId,
    blank: null,
    fromCatalogue: true,
    publishedWith: NEITHER,
  },
  scoreType: {
    column: 'score_type',
    sent: scoreType,
    shown: scoreType,
    blank: null,
    fromCatalogue: false,
    publishedWith: GAMES,
  },
  winCondition: {
    column: 'win_condition',
    sent: winCondition,
    shown: winCondition,
    blank: null,
    fromCatalogue: false,
    publishedWith: GAMES,
  },
} satisfies Record<string, Declaration>

type Declarations = typeof FIELDS
export type FieldName = keyof Declarations
export type Clearable = NamesWith<'blank', null>
type Required = Exclude<FieldName, NamesWith<'blank', unknown>>
type FromCatalogue = NamesWith<'fromCatalogue', true>
type NamesWith<K extends string, V> = {
  [F in FieldName]: Declarations[F] extends Record<K, V> ? F : never
}[FieldName]

export type Fields = {
  [F in FieldName]: z.output<Declarations[F]['sent']> | (F extends Clearable ? null : never)
}

/** The values of a new candidate, before the values of the request are added. */
export const BLANK = Object.fromEntries<unknown>(
  Object.entries(FIELDS).flatMap(([name, field]) => ('blank' in field ? [[name, field.blank]] : [])),
) as Omit<Fields, Required>

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

export const FROM_CATALOGUE = FIELD_NAMES.filter((name) => FIELDS[name].fromCatalogue) as FromCatalogue[]

export const isClearable = (name: FieldName): name is Clearable => BLANK[name as Clearable] === null

export const publishedWith = (kind: 'game' | 'expansion'): FieldName[] =>
  FIELD_NAMES.filter((name) => FIELDS[name].publishedWith.some((one) => one === kind))
