-- Text compares without regard to case and in its composed form (NFC), so that a name is one name however it was typed:
-- Å as one character or as A and a ring, ß as SS. What is composed already, as nearly all text is, isn't taken apart: that
-- takes ten times as long for ASCII and twice for other text, and a search that no index serves calls this for every name.
create or replace function folded(value text) returns text
language sql immutable parallel safe
return case
    when octet_length(value) = char_length(value) then casefold(value collate pg_unicode_fast)
    when value is nfc normalized and casefold(value collate pg_unicode_fast) is nfc normalized
        then casefold(value collate pg_unicode_fast)
    else normalize(casefold(normalize(value, NFD) collate pg_unicode_fast), NFC)
end;

-- An index holds what the function said when a row came in.
do $$
declare
    stale regclass;
begin
    for stale in select indexrelid::regclass from pg_index where pg_get_indexdef(indexrelid) like '%folded(%' loop
        execute format('reindex index %s', stale);
    end loop;
end $$;
