-- Compatible from 058
-- False: the user chose the folder for a message that was not in it when the classifier learned. In the inbox it is
-- then an email like any other, and not one that the user has moved back.
alter table app.training_examples add column was_in_folder boolean not null default true;
