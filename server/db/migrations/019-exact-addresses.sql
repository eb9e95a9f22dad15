-- Rewrites addresses that were stored before they were compared exactly: without apostrophes and quotes, cut at 200
-- characters, with domains in other scripts. Now each has the form of contract/address.ts; addresses that the log no
-- longer holds stay as they are.
set local role service_role;

update app.corrections c set value = lower(btrim(l.from_address))
from public.email_processing_logs l
where c.kind = 'sender' and l.mailbox_id = c.mailbox_id and l.message_id = c.message_id
  and c.value <> lower(btrim(l.from_address))
  and c.value = regexp_replace(lower(left(l.from_address, 200)), '[<>\s"'']', '', 'g');

-- Encodes the labels of a domain as RFC 5891 and RFC 3492 do.
do $$
declare
  old text;
  label text;
  letters integer[];
  letter integer;
  wire text;
  coded text;
  lowest integer;
  done integer;
  delta integer;
  bias integer;
  plain integer;
  rest integer;
  threshold integer;
  place integer;
begin
  for old in
    select value from app.corrections where kind = 'sender' and value ~ '@[^@]*[^\x01-\x7f][^@]*$'
    union select address from app.known_people where address ~ '@[^@]*[^\x01-\x7f][^@]*$'
  loop
    wire := '';
    foreach label in array string_to_array(normalize(substring(old from '[^@]*$'), NFC), '.') loop
      if label ~ '[^\x01-\x7f]' then
        letters := array(select ascii(one) from regexp_split_to_table(label, '') with ordinality as t (one, at) order by
          at);
        coded := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
        plain := length(coded);
        coded := 'xn--' || coded || case when plain > 0 then '-' else '' end;
        lowest := 128;
        done := plain;
        delta := 0;
        bias := 72;
        while done < cardinality(letters) loop
          delta := delta + ((select min(one) from unnest(letters) as one where one >= lowest) - lowest) * (done + 1);
          lowest := (select min(one) from unnest(letters) as one where one >= lowest);
          foreach letter in array letters loop
            if letter < lowest then delta := delta + 1; end if;
            continue when letter <> lowest;
            rest := delta;
            place := 36;
            loop
              threshold := least(greatest(place - bias, 1), 26);
              exit when rest < threshold;
              coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 -
                threshold) + 1, 1);
              rest := (rest - threshold) / (36 - threshold);
              place := place + 36;
            end loop;
            coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
            rest := delta / case when done = plain then 700 else 2 end;
            rest := rest + rest / (done + 1);
            place := 0;
            while rest > 455 loop
              rest := rest / 35;
              place := place + 36;
            end loop;
            bias := place + 36 * rest / (rest + 38);
            delta := 0;
            done := done + 1;
          end loop;
          delta := delta + 1;
          lowest := lowest + 1;
        end loop;
        label := coded;
      end if;
      wire := wire || case when wire = '' then '' else '.' end || label;
    end loop;
    wire := regexp_replace(old, '[^@]*$', '') || wire;
    update app.corrections set value = wire where kind = 'sender' and value = old;
    insert into app.known_people (mailbox_id, user_id, address)
      select mailbox_id, user_id, wire from app.known_people where address = old on conflict do nothing;
    delete from app.known_people where address = old;
  end loop;
end $$;

reset role;
