/** A rule source: the address of a candidate's rulebook. Its text is never shown. */
import * as z from 'zod'
import { fault, int32, text, timestamp, uuid } from '../../http/schema/schema.ts'

export const ORIGINS = ['MANUAL', 'SEARCH'] as const

const LONGEST_URL = 2000

export const RuleSource = z
  .strictObject({
    id: uuid(),
    url: z.string().meta({ format: 'uri' }),
    title: z.string().optional(),
    contentType: z.string().optional(),
    language: z.string().optional(),
    origin: z.enum(ORIGINS).meta({ description: 'MANUAL: a person added it. SEARCH: the pipeline found it' }),
    fetchedAt: timestamp().optional(),
    characters: int32(0).optional().meta({ description: 'The length of the source’s text' }),
    failureReason: z.string().optional(),
    createdAt: timestamp(),
  })
  .meta({
    id: 'RuleSource',
    description: 'A document or page with the rules of a candidate',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a80',
      url: 'https://rules.example.org/harbour-lights.pdf',
      title: 'Harbour Lights: the rules',
      contentType: 'application/pdf',
      language: 'en',
      origin: 'SEARCH',
      fetchedAt: '2026-01-15T19:30:00Z',
      characters: 20514,
      createdAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateRuleSource = z
  .strictObject({
    url: text({ max: LONGEST_URL })
      .superRefine((value, context) => {
        const url = URL.parse(value)
        const isPlain = /^https:\/\/[^\s\\"<>^`{|}]+$/i.test(value)
        if (url && isPlain && url.username === '' && url.password === '') return
        fault(context, 'INVALID_FORMAT', 'must be an https URL without a user name')
      })
      .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://', maxLength: LONGEST_URL }),
  })
  .meta({
    id: 'CreateRuleSource',
    description: 'The address of a rulebook: a PDF, a page or plain text',
    example: { url: 'https://rules.example.org/harbour-lights.pdf' },
  })
