-- Corrections from emails that the user picks as examples of a folder, without a move.
alter table app.corrections drop constraint corrections_learned_by_check;
alter table app.corrections add constraint corrections_learned_by_check
  check (learned_by in ('history', 'outlook', 'example'));
