-- Compatible from 044
-- Names and descriptions of the seed say “email”, as the page does. What an operator has changed stays.
update public.addons a set name = replace(name, 'e-mails', 'emails')
  where name in ('1,000 more e-mails', '2,500 more e-mails')
    and not exists (select from public.addons other where other.name = replace(a.name, 'e-mails', 'emails'));
update public.addons set description = replace(description, 'e-mails', 'emails')
  where description in ('Adds 1,000 e-mails a month', 'Adds 2,500 e-mails a month');
update public.email_actions set description = 'Forwards the email to an address of yours'
  where description = 'Forwards the mail to an address of yours';
update public.email_actions set description = 'Files whole emails in Google Drive'
  where description = 'Files whole mails in Google Drive';
