-- The storefront and Medusa have a role and a database each. Neither can connect to that of the other.
\getenv storefront STOREFRONT_DATABASE_PASSWORD
\getenv medusa MEDUSA_DATABASE_PASSWORD
CREATE ROLE storefront LOGIN PASSWORD :'storefront';
CREATE ROLE medusa LOGIN PASSWORD :'medusa';
CREATE DATABASE storefront OWNER storefront;
CREATE DATABASE medusa OWNER medusa;
REVOKE ALL ON DATABASE storefront, medusa, postgres, template1 FROM PUBLIC;
