/** Turns a game into the texts of its form, and back into the fields of the service. */

export type GameFields = {
  displayName: string
  description: string
  minPlayers: number
  maxPlayers: number
  tags: string[]
  imageUrl: string | null
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  winCondition: 'HIGHER_WINS' | 'LOWER_WINS' | null
}

export interface GameForm {
  displayName: string
  description: string
  minPlayers: string
  maxPlayers: string
  tags: string
  imageUrl: string
  scoreType: GameFields['scoreType']
  winCondition: 'HIGHER_WINS' | 'LOWER_WINS'
}

export const EMPTY_FORM: GameForm = {
  displayName: '',
  description: '',
  minPlayers: '2',
  maxPlayers: '4',
  tags: '',
  imageUrl: '',
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
}

interface GameRead extends Omit<GameFields, 'imageUrl' | 'winCondition'> {
  imageUrl?: string | undefined
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
}

export const fieldsOf = ({
  displayName,
  description,
  minPlayers,
  maxPlayers,
  tags,
  imageUrl,
  scoreType,
  winCondition,
}: GameRead): GameFields => ({
  displayName,
  description,
  minPlayers,
  maxPlayers,
  tags,
  imageUrl: imageUrl ?? null,
  scoreType,
  winCondition: winCondition ?? null,
})

/** Each tag has its own line, because a tag can contain commas. */
export const formOf = ({
  minPlayers,
  maxPlayers,
  tags,
  imageUrl,
  winCondition,
  ...fields
}: GameFields): GameForm => ({
  displayName: fields.displayName,
  description: fields.description,
  scoreType: fields.scoreType,
  minPlayers: String(minPlayers),
  maxPlayers: String(maxPlayers),
  tags: tags.join('\n'),
  imageUrl: imageUrl ?? '',
  winCondition: winCondition ?? 'HIGHER_WINS',
})

/** Invalid values are sent as well, and the service says what is wrong. */
export const fieldsFrom = ({
  minPlayers,
  maxPlayers,
  tags,
  imageUrl,
  scoreType,
  winCondition,
  ...form
}: GameForm): GameFields => ({
  displayName: form.displayName.trim(),
  description: form.description,
  minPlayers: Number(minPlayers),
  maxPlayers: Number(maxPlayers),
  tags: [
    ...new Set(
      tags
        .split('\n')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ],
  imageUrl: imageUrl.trim() === '' ? null : imageUrl.trim(),
  scoreType,
  winCondition: scoreType === 'WIN_LOSS' ? null : winCondition,
})
