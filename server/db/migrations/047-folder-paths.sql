-- A folder's name may contain a slash: "2026" in "Clients" and the folder "Clients/2026" have the same display name.
-- What is matched by its path is matched name by name. Null stands for the name alone.
alter table public.email_folders add column path text[];
update public.email_folders set path = case
  when display_name = folder_name then array[folder_name]
  when right(display_name, length(folder_name) + 1) = '/' || folder_name
    then string_to_array(left(display_name, -length(folder_name) - 1), '/') || folder_name
  else string_to_array(display_name, '/') end;
-- Two custom folders of different parents may have one name. Two requests for one path are serialized by the lock of
-- the mailbox's folder sync.
drop index public.email_folders_custom_name;
