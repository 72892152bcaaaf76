/** Turns a community into the texts of its form, and back into the fields of the service. */

export type CommunityFields = {
  displayName: string
  description: string | null
  joinPolicy: 'OPEN' | 'REQUIRES_APPROVAL'
  adminGroupId: string | null
}

export interface CommunityForm {
  displayName: string
  description: string
  joinPolicy: CommunityFields['joinPolicy']
  /** If empty, only the owner decides. */
  adminGroupId: string
}

/** New members must ask to join, so that nobody gets in by accident. */
export const EMPTY_FORM: CommunityForm = {
  displayName: '',
  description: '',
  joinPolicy: 'REQUIRES_APPROVAL',
  adminGroupId: '',
}

interface CommunityRead {
  displayName: string
  description?: string | undefined
  joinPolicy: CommunityFields['joinPolicy']
  adminGroup?: { id: string } | undefined
}

export const fieldsOf = ({
  displayName,
  description,
  joinPolicy,
  adminGroup,
}: CommunityRead): CommunityFields => ({
  displayName,
  description: description ?? null,
  joinPolicy,
  adminGroupId: adminGroup?.id ?? null,
})

export const formOf = ({ description, adminGroupId, ...fields }: CommunityFields): CommunityForm => ({
  ...fields,
  description: description ?? '',
  adminGroupId: adminGroupId ?? '',
})

/** Invalid values are sent as well, and the service says what is wrong. */
export const fieldsFrom = ({
  displayName,
  description,
  joinPolicy,
  adminGroupId,
}: CommunityForm): CommunityFields => ({
  displayName: displayName.trim(),
  description: description.trim() === '' ? null : description,
  joinPolicy,
  adminGroupId: adminGroupId === '' ? null : adminGroupId,
})
