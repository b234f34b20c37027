-- The newest makes with a picture, which the home page shows.
create index make_pictured on make (id desc) where picture_id is not null and state = 'shown';
