-- Content-Security-Policy violations on our pages, by day, without visitor, query or ids.
CREATE TABLE csp_reports (
  day date NOT NULL,
  -- 'script-src-elem', …
  directive text NOT NULL,
  -- 'inline', 'eval', or a URL without its query
  blocked text NOT NULL,
  -- path of the page
  page text NOT NULL,
  times integer NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, directive, blocked, page)
);
