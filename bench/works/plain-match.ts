/** A match as a plain statement selects it: the service's JSON, without any check of the caller. */

/** The members of a match in a select from `matches m`. */
export const plainMatch = `json_object(
  'id': m.id,
  'game': (select json_object('id': g.id, 'displayName': g.display_name) from games g where g.id = m.game_id),
  'playset': (
    select json_object('id': p.id, 'displayName': coalesce(p.display_name, p.scenario, array_to_string(p.variants, ', ')))
    from playsets p where p.id = m.playset_id),
  'community': (select json_object('id': c.id, 'displayName': c.display_name) from communities c where c.id = m.community_id),
  'recorder': (select json_object('id': u.id, 'displayName': u.display_name) from users u where u.id = m.recorder_id),
  'status': case when m.finalized_at is null then 'DRAFT' else 'FINALIZED' end,
  'playedAt': rfc3339(m.played_at),
  'editRequestsEnabled': m.edit_requests_enabled,
  'finalizedAt': rfc3339(m.finalized_at),
  'lastEditedAt': rfc3339(m.last_edited_at),
  'lastEditedBy': (select json_object('id': u.id, 'displayName': u.display_name) from users u where u.id = m.last_edited_by),
  'createdAt': rfc3339(m.created_at),
  'updatedAt': rfc3339(m.updated_at),
  'expansions': coalesce((
    select json_agg(json_object('id': e.id, 'displayName': e.display_name) order by me.position)
    from match_expansions me join expansions e on e.id = me.expansion_id where me.match_id = m.id), '[]'),
  'participants': (
    select json_agg(json_object(
      'id': mp.id,
      'ghostPlayer': json_object('id': gp.id, 'displayName': gp.display_name),
      'score': trim_scale(mp.score),
      'rank': mp.rank,
      'outcome': mp.outcome,
      'loadout': (
        select json_object('id': l.id, 'attributes': l.attributes, 'createdAt': rfc3339(l.created_at),
          'updatedAt': rfc3339(l.updated_at))
        from loadouts l where l.participant_id = mp.id),
      'createdAt': rfc3339(mp.created_at),
      'updatedAt': rfc3339(mp.updated_at)
      absent on null) order by mp.position)
    from participants mp join ghost_players gp on gp.id = mp.ghost_player_id where mp.match_id = m.id)
  absent on null)`

export const oneMatch = `select ${plainMatch}::text as body from matches m where m.id = $1 and m.deleted_at is null`

/** A page of the matches that `selected` selects. The newest match comes first. */
export const matchPage = (selected: string) => `
  select json_object('limit': 20, 'items': coalesce(json_agg(${plainMatch} order by m.created_at desc, m.id desc), '[]'))::text
    as body
  from (${selected}) m`
