-- Data of every installation: plans, add-ons, actions. Runs after each migration and changes nothing that exists.
-- Prices and limits repeat `initialPlans` and `initialAddons` of contract/limits.ts; server/db/defaults.test.ts
-- compares them.
insert into public.plans (name, description, price_monthly, email_limit) values
  ('Free', 'For trying it out', 0, 100),
  ('Pro', 'For a busy inbox', 1900, 5000),
  ('Business', 'For people who live in their mail', 4900, 25000)
on conflict (name) do nothing;

insert into public.addons (name, description, price_monthly, email_limit) values
  ('1,000 more emails', 'Adds 1,000 emails a month', 500, 1000),
  ('2,500 more emails', 'Adds 2,500 emails a month', 900, 2500)
on conflict (name) do nothing;

insert into public.email_actions (name, description, action_type) values
  ('Draft reply', 'Writes a draft answer in Outlook; nothing is sent', 'draft_reply'),
  ('Forward mail', 'Forwards the email to an address of yours', 'forward_mail'),
  ('Store attachments in Dropbox', 'Saves the attachments in your Dropbox', 'store_attachment_dropbox'),
  ('Store attachments in Google Drive', 'Saves the attachments in your Google Drive', 'store_attachment_google_drive'),
  ('Store attachments in OneDrive', 'Saves the attachments in your OneDrive', 'store_attachment_onedrive'),
  ('Google Drive (Coming Soon)', 'Files whole emails in Google Drive', 'store_google_drive'),
  ('AI agent', 'Runs the plan made from your own words', 'ai_agent_action')
on conflict (action_type) do nothing;
