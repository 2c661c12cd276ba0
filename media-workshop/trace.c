// Spectral ray tracer for jewellery.  cc -O3 -march=native -ffast-math -shared -fPIC trace.c -o trace.so -lm -lpthread
// Triangles (metal, porcelain, cloth, backdrop) and stones (convex solids given by their facet planes) in one BVH.
// A stone is traced as a tree: at every facet the part that leaves is followed to the studio, the rest goes on inside
// (up to MAXB facets), with one wavelength per sample, so dispersion is that of the material and not a filter.
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <pthread.h>
#include <immintrin.h>
typedef struct{float x,y,z;}V;
#define I static inline
I V v3(float x,float y,float z){V r={x,y,z};return r;}
I V add(V a,V b){return v3(a.x+b.x,a.y+b.y,a.z+b.z);}
I V sub(V a,V b){return v3(a.x-b.x,a.y-b.y,a.z-b.z);}
I V mul(V a,float s){return v3(a.x*s,a.y*s,a.z*s);}
I V had(V a,V b){return v3(a.x*b.x,a.y*b.y,a.z*b.z);}
I float dot(V a,V b){return a.x*b.x+a.y*b.y+a.z*b.z;}
I V cross(V a,V b){return v3(a.y*b.z-a.z*b.y,a.z*b.x-a.x*b.z,a.x*b.y-a.y*b.x);}
I V nrm(V a){return mul(a,1.f/sqrtf(dot(a,a)+1e-30f));}
I V mad(V a,V b,float s){return v3(a.x+b.x*s,a.y+b.y*s,a.z+b.z*s);}
I float maxc(V a){float m=a.x>a.y?a.x:a.y;return m>a.z?m:a.z;}
#define MAXB 18
#define BIG 1e30f
enum{METAL=0,GEM=1,DIFF=2};
enum{VC=0,VM=1,VG=2,VD=3,VR=4};          // who looks: camera, metal, inside of a stone, diffuse surface, surface of a stone
typedef struct{float type,r,g,b,alpha,A,B,ar,ag,ab,f0,sheen,bump,bscale,edge,id;}Mat;   // 16 floats
typedef struct{float cx,cy,cz,ux,uy,uz,vx,vy,vz,hw,hh,r,g,b,soft,mask;}Card;           // seen by mask bits 1 metal 2 stone 4 light for diffuse
typedef struct{V lo;int left;V hi;int n;}Node;                            // while it is built; an inner node has n<0: children left and -n
typedef struct{float b[6][8];int child[8],n[8];}Node8;                    // what rays walk: a leaf has n>0 primitives from child on
#define WIDE 8
typedef struct{V a,e1,e2;int id;int pad[2];}Tri;
typedef struct{int n,np;float*nx,*ny,*nz,*d;V c;float r2;int mat;V lo,hi;}Gem;
typedef struct{
  int nT,nG,nC,nL,nLt;Tri*tri;const float*nr;const int*tm;Gem*gem;const Mat*mat;const Card*card;
  Node*node;int nn;Node8*node8;int nn8;int*prim;
  float*lx,*ly,*lz,*lc;const float*lob;int nlp;   // lobes: dir3 cos_outer cos_inner r g b
  V domeM,domeG,domeD,bgc,E0;int lt[32];float ltp[32];
  const float*wl;int nw;                          // wavelength table: um, r g b
  V eye,right,up,back;float tx,ty,lens,focus;V headdir;float headcos;
}S;
typedef struct{S*s;uint64_t rng;uint32_t idx;int dim;float rot[10];float lam;V w;}C;
typedef struct{float t;int prim;float u,v;int k;}Hit;
static const float PHI[10]={.85f,.7244f,.6180f,.5283f,.9074f,.8235f,.7473f,.6782f,.6154f,.5585f};
I float rnd(C*c){c->rng=c->rng*6364136223846793005ULL+1442695040888963407ULL;uint32_t x=((c->rng>>18u)^c->rng)>>27u,r=c->rng>>59u;x=(x>>r)|(x<<((-r)&31));return (x>>8)*(1.f/16777216.f);}
I float q(C*c){if(c->dim<10){int k=c->dim++;float f=c->rot[k]+PHI[k]*(float)(c->idx&4095);return f-floorf(f);}return rnd(c);}

// ---------------------------------------------------------------- BVH
typedef struct{V lo,hi,c;}Box;
static int build(S*s,Box*b,int*p,int first,int n,int depth){
  int id=s->nn++;Node*N=&s->node[id];V lo=v3(BIG,BIG,BIG),hi=v3(-BIG,-BIG,-BIG),cl=lo,ch=hi;
  for(int i=0;i<n;i++){Box*x=&b[p[first+i]];
    lo.x=fminf(lo.x,x->lo.x);lo.y=fminf(lo.y,x->lo.y);lo.z=fminf(lo.z,x->lo.z);hi.x=fmaxf(hi.x,x->hi.x);hi.y=fmaxf(hi.y,x->hi.y);hi.z=fmaxf(hi.z,x->hi.z);
    cl.x=fminf(cl.x,x->c.x);cl.y=fminf(cl.y,x->c.y);cl.z=fminf(cl.z,x->c.z);ch.x=fmaxf(ch.x,x->c.x);ch.y=fmaxf(ch.y,x->c.y);ch.z=fmaxf(ch.z,x->c.z);}
  N->lo=lo;N->hi=hi;N->left=first;N->n=n;
  if(n<=2||depth>60)return id;
  float best=BIG;int ba=-1,bk=0;
  for(int a=0;a<3;a++){float l=(&cl.x)[a],w=(&ch.x)[a]-l;if(w<1e-7f)continue;
    struct{V lo,hi;int n;}B[16];for(int k=0;k<16;k++){B[k].lo=v3(BIG,BIG,BIG);B[k].hi=v3(-BIG,-BIG,-BIG);B[k].n=0;}
    for(int i=0;i<n;i++){Box*x=&b[p[first+i]];int k=((&x->c.x)[a]-l)/w*15.999f;if(k<0)k=0;if(k>15)k=15;B[k].n++;
      for(int j=0;j<3;j++){if((&x->lo.x)[j]<(&B[k].lo.x)[j])(&B[k].lo.x)[j]=(&x->lo.x)[j];if((&x->hi.x)[j]>(&B[k].hi.x)[j])(&B[k].hi.x)[j]=(&x->hi.x)[j];}}
    float rc[16];V l2=v3(BIG,BIG,BIG),h2=v3(-BIG,-BIG,-BIG);int m=0;
    for(int k=15;k>0;k--){for(int j=0;j<3;j++){(&l2.x)[j]=fminf((&l2.x)[j],(&B[k].lo.x)[j]);(&h2.x)[j]=fmaxf((&h2.x)[j],(&B[k].hi.x)[j]);}m+=B[k].n;V e=sub(h2,l2);rc[k]=m?m*(e.x*e.y+e.y*e.z+e.z*e.x):0;}
    l2=v3(BIG,BIG,BIG);h2=v3(-BIG,-BIG,-BIG);m=0;
    for(int k=0;k<15;k++){for(int j=0;j<3;j++){(&l2.x)[j]=fminf((&l2.x)[j],(&B[k].lo.x)[j]);(&h2.x)[j]=fmaxf((&h2.x)[j],(&B[k].hi.x)[j]);}m+=B[k].n;if(!m||m==n)continue;V e=sub(h2,l2);
      float c=m*(e.x*e.y+e.y*e.z+e.z*e.x)+rc[k+1];if(c<best){best=c;ba=a;bk=k;}}}
  int mid;
  if(ba<0){if(n<=4)return id;mid=first+n/2;}
  else{float l=(&cl.x)[ba],w=(&ch.x)[ba]-l;int i=first,j=first+n-1;
    while(i<=j){int k=((&b[p[i]].c.x)[ba]-l)/w*15.999f;if(k<0)k=0;if(k>15)k=15;if(k<=bk)i++;else{int t=p[i];p[i]=p[j];p[j]=t;j--;}}
    mid=i;if(mid==first||mid==first+n)mid=first+n/2;}
  int L=build(s,b,p,first,mid-first,depth+1);int R=build(s,b,p,mid,first+n-mid,depth+1);
  s->node[id].n=-R;s->node[id].left=L;return id;}
I float area(const Node*n){V e=sub(n->hi,n->lo);return e.x*e.y+e.y*e.z+e.z*e.x;}
static int widen(S*s,int root){
  int id=s->nn8++,c[WIDE]={root},k=1;
  for(;;){int best=-1;float most=-1;
    for(int i=0;i<k;i++)if(s->node[c[i]].n<=0&&area(&s->node[c[i]])>most){most=area(&s->node[c[i]]);best=i;}
    if(best<0||k==WIDE)break;
    Node*n=&s->node[c[best]];c[best]=n->left;c[k++]=-n->n;}
  for(int i=0;i<WIDE;i++){Node8*w=&s->node8[id];if(i>=k){for(int j=0;j<6;j++)w->b[j][i]=j<3?BIG:-BIG;w->n[i]=-1;continue;}
    Node*n=&s->node[c[i]];for(int j=0;j<3;j++){w->b[j][i]=(&n->lo.x)[j];w->b[3+j][i]=(&n->hi.x)[j];}
    w->n[i]=n->n>0?n->n:0;w->child[i]=n->left;}
  for(int i=0;i<k;i++)if(s->node[c[i]].n<=0){int w=widen(s,c[i]);s->node8[id].child[i]=w;}
  return id;}
static float gem_enter(const Gem*g,V o,V d,float tmax,int*k){
  V oc=sub(g->c,o);float b=dot(oc,d);if(dot(oc,oc)-b*b>g->r2)return BIG;
  float tn=-BIG,tf=BIG;float tt[256];
  for(int i=0;i<g->np;i++){float dn=g->nx[i]*d.x+g->ny[i]*d.y+g->nz[i]*d.z,nu=g->d[i]-(g->nx[i]*o.x+g->ny[i]*o.y+g->nz[i]*o.z);
    float t=nu/(fabsf(dn)<1e-9f?1e-9f:dn);float te=dn<0?t:-BIG,tx=dn<0?BIG:t;tt[i]=te;tn=te>tn?te:tn;tf=tx<tf?tx:tf;}
  if(tn>tf||tn<1e-4f||tn>=tmax)return BIG;
  for(int i=0;i<g->np;i++)if(tt[i]==tn){*k=i;break;}
  return tn;}
static int isect(S*s,V o,V d,Hit*h,int any,float tmax){
  __m256 O[3],D[3];for(int j=0;j<3;j++){float x=(&d.x)[j];O[j]=_mm256_set1_ps((&o.x)[j]);D[j]=_mm256_set1_ps(1.f/(fabsf(x)<1e-12f?1e-12f:x));}
  struct{float t;int child,n;}st[256];int sp=0;h->t=tmax;h->prim=-1;st[sp].t=0;st[sp].child=0;st[sp++].n=0;
  while(sp){sp--;if(st[sp].t>=h->t)continue;int first=st[sp].child,n=st[sp].n;
    for(int i=0;i<n;i++){int p=s->prim[first+i];
      if(p<s->nT){Tri*t=&s->tri[p];V pv=cross(d,t->e2);float det=dot(t->e1,pv);if(fabsf(det)<1e-14f)continue;float iv=1.f/det;V tv=sub(o,t->a);float u=dot(tv,pv)*iv;if(u<-1e-6f||u>1.000001f)continue;
        V qv=cross(tv,t->e1);float w=dot(d,qv)*iv;if(w<-1e-6f||u+w>1.000001f)continue;float tt=dot(t->e2,qv)*iv;
        if(tt>2e-4f&&tt<h->t){h->t=tt;h->prim=p;h->u=u;h->v=w;if(any)return 1;}}
      else{int k;float tt=gem_enter(&s->gem[p-s->nT],o,d,h->t,&k);if(tt<h->t){h->t=tt;h->prim=p;h->k=k;}}}
    if(n)continue;
    const Node8*w=&s->node8[first];__m256 t0=_mm256_setzero_ps(),t1=_mm256_set1_ps(h->t);
    for(int j=0;j<3;j++){__m256 a=_mm256_mul_ps(_mm256_sub_ps(_mm256_load_ps(w->b[j]),O[j]),D[j]),b=_mm256_mul_ps(_mm256_sub_ps(_mm256_load_ps(w->b[3+j]),O[j]),D[j]);
      t0=_mm256_max_ps(t0,_mm256_min_ps(a,b));t1=_mm256_min_ps(t1,_mm256_max_ps(a,b));}
    int hit=_mm256_movemask_ps(_mm256_cmp_ps(t0,_mm256_mul_ps(t1,_mm256_set1_ps(1.000001f)),_CMP_LE_OQ));
    float t[8];_mm256_storeu_ps(t,t0);int from=sp;                        // the nearest ends on top
    while(hit){int i=__builtin_ctz(hit);hit&=hit-1;if(w->n[i]<0)continue;int j=sp++;for(;j>from&&st[j-1].t<t[i];j--)st[j]=st[j-1];st[j].t=t[i];st[j].child=w->child[i];st[j].n=w->n[i];}}
  return h->prim>=0;}

// ---------------------------------------------------------------- studio
I float sstep(float x){x=x<0?0:x>1?1:x;return x*x*(3-2*x);}
static V env(S*s,V o,V d,int vis){
  if(vis==VD){float k=.55f+.45f*fmaxf(d.z,0);return mul(s->domeD,k);}
  if(vis==VC)return s->bgc;
  if(vis==VG){
    V L=s->domeG;float tt[512];int any=0;
    for(int i=0;i<s->nlp;i++){tt[i]=s->lx[i]*d.x+s->ly[i]*d.y+s->lz[i]*d.z-s->lc[i];any|=tt[i]>0;}
    if(any)for(int i=0;i<s->nL;i++)if(tt[i]>0){const float*l=s->lob+8*i;float k=sstep(tt[i]/(l[4]-l[3]));
      if(l[5]<0)L=mul(L,1-k*.94f);else L=v3(L.x+l[5]*k,L.y+l[6]*k,L.z+l[7]*k);}
    float h=dot(d,s->headdir)-s->headcos;if(h>0)L=mul(L,1-.7f*sstep(h/(1-s->headcos)*2.5f));
    return L;}
  float bt=BIG;V L=s->domeM;L=mul(L,.45f+.55f*fmaxf(0.f,d.z+.25f));
  for(int i=0;i<s->nC;i++){const Card*c=&s->card[i];if(!((int)c->mask&1))continue;
    V u=v3(c->ux,c->uy,c->uz),w=v3(c->vx,c->vy,c->vz),n=cross(u,w),cc=sub(v3(c->cx,c->cy,c->cz),o);
    float dn=dot(d,n);if(fabsf(dn)<1e-6f)continue;float t=dot(cc,n)/dn;if(t<=0||t>=bt)continue;
    V p=sub(mul(d,t),cc);float a=fabsf(dot(p,u))/c->hw,b=fabsf(dot(p,w))/c->hh;if(a>1||b>1)continue;
    float k=1;if(c->soft>0)k=(.10f+.90f*sstep((1-a)/c->soft))*(.10f+.90f*sstep((1-b)/c->soft));
    bt=t;L=v3(c->r*k,c->g*k,c->b*k);}
  return vis==VR?mul(L,.55f):L;}

I float fresnel(float ci,float n){      // ci: cosine outside, n: index inside/outside
  float s2=(1-ci*ci)/(n*n);if(s2>=1)return 1;float ct=sqrtf(1-s2);float a=(ci-n*ct)/(ci+n*ct),b=(n*ci-ct)/(n*ci+ct);return .5f*(a*a+b*b);}
I void basis(V n,V*a,V*b){*a=fabsf(n.x)>.8f?v3(0,1,0):v3(1,0,0);*a=nrm(cross(n,*a));*b=cross(n,*a);}
I V expv(V a,float t){return v3(expf(-a.x*t),expf(-a.y*t),expf(-a.z*t));}
static V Li(C*c,V o,V d,int depth,int vis,int mono,int dd,float*aov);

static int gem_exit(const Gem*g,V o,V d,float*t){
  float tm=BIG;float tt[256];
  for(int i=0;i<g->np;i++){float dn=g->nx[i]*d.x+g->ny[i]*d.y+g->nz[i]*d.z,nu=g->d[i]-(g->nx[i]*o.x+g->ny[i]*o.y+g->nz[i]*o.z);
    float x=dn>1e-6f?nu/dn:BIG;tt[i]=x;tm=x<tm?x:tm;}
  *t=tm<0?0:tm;for(int i=0;i<g->np;i++)if(tt[i]==tm)return i;return 0;}
// inside a stone: the whole tree (split) or one random branch of it
static V inside(C*c,const Gem*g,const Mat*m,V o,V d,float n,int depth,int dd,int split){
  V L=v3(0,0,0),T=v3(1,1,1);V ab=v3(m->ar,m->ag,m->ab);
  for(int b=0;b<MAXB;b++){
    float t;int k=gem_exit(g,o,d,&t);V N=v3(g->nx[k],g->ny[k],g->nz[k]);o=mad(o,d,t);if(ab.x+ab.y+ab.z>0)T=had(T,expv(ab,t));
    float ci=dot(d,N),s2=n*n*(1-ci*ci);
    if(s2<1){float co=sqrtf(1-s2);float F=fresnel(co,n);
      V e=nrm(add(mul(d,n),mul(N,co-n*ci)));
      if(split){float w=1-F;if(w*maxc(T)>.012f)L=add(L,mul(had(T,Li(c,mad(o,N,1e-4f),e,depth+1,VG,1,dd,0)),w));T=mul(T,F);if(maxc(T)<.02f)break;}
      else if(rnd(c)>F)return had(T,Li(c,mad(o,N,1e-4f),e,depth+1,VG,1,dd,0));}
    d=mad(d,N,-2*ci);}
  return L;}
static float hashf(int x,int y,int z){uint32_t h=x*374761393u+y*668265263u+z*2147483647u;h=(h^(h>>13))*1274126177u;return ((h^(h>>16))&0xffff)/65535.f;}
static float vnoise(V p){int x=floorf(p.x),y=floorf(p.y),z=floorf(p.z);float a=p.x-x,b=p.y-y,e=p.z-z;a=a*a*(3-2*a);b=b*b*(3-2*b);e=e*e*(3-2*e);float r=0;
  for(int i=0;i<8;i++)r+=hashf(x+(i&1),y+((i>>1)&1),z+(i>>2))*((i&1)?a:1-a)*(((i>>1)&1)?b:1-b)*((i>>2)?e:1-e);return r;}
static V diffuse(C*c,V p,V n,V d,const Mat*m,int depth,int dd){
  S*s=c->s;V al=v3(m->r,m->g,m->b);
  if(m->sheen>0){float k=1-fabsf(dot(n,d));al=mul(al,1+m->sheen*k*k*k);}
  V E=v3(0,0,0);
  if(s->nLt){float u=q(c);int i=0;while(i<s->nLt-1&&u>s->ltp[i]){u-=s->ltp[i];i++;}
    const Card*l=&s->card[s->lt[i]];float a=2*q(c)-1,b=2*q(c)-1;V U=v3(l->ux,l->uy,l->uz),W=v3(l->vx,l->vy,l->vz);
    V lp=mad(mad(v3(l->cx,l->cy,l->cz),U,a*l->hw),W,b*l->hh);V w=sub(lp,p);float r2=dot(w,w);w=mul(w,1/sqrtf(r2));
    float cs=dot(n,w),cl=fabsf(dot(cross(U,W),w));
    if(cs>0){V T=v3(1,1,1);V o=mad(p,n,3e-4f);Hit h;float left=sqrtf(r2);int blocked=0;
      for(int k=0;k<4;k++){if(!isect(s,o,w,&h,0,left))break;
        if(h.prim<s->nT){blocked=1;break;}
        const Gem*g=&s->gem[h.prim-s->nT];T=mul(T,.62f);o=mad(o,w,h.t);float t;gem_exit(g,mad(o,w,1e-4f),w,&t);o=mad(o,w,t+3e-4f);left-=h.t+t;if(left<=0)break;}
      if(!blocked){float k=cs*cl*4*l->hw*l->hh/(r2*3.14159265f*s->ltp[i]);E=add(E,mul(had(T,v3(l->r,l->g,l->b)),k));}}}
  if(dd<2&&depth<2){V a,b;basis(n,&a,&b);float r=sqrtf(q(c)),f=6.2831853f*q(c);V w=nrm(add(mul(n,sqrtf(fmaxf(0,1-r*r))),add(mul(a,r*cosf(f)),mul(b,r*sinf(f)))));
    V L=Li(c,mad(p,n,3e-4f),w,depth+1,VD,1,dd+1,0);float mx=maxc(L);if(mx>2.5f)L=mul(L,2.5f/mx);E=add(E,L);}
  else E=add(E,mul(s->domeD,.6f));
  return had(al,E);}

static V Li(C*c,V o,V d,int depth,int vis,int mono,int dd,float*aov){
  S*s=c->s;V T=v3(1,1,1),L=v3(0,0,0);
  for(;;depth++){
    if(depth>9){return add(L,mul(T,.25f));}
    Hit h;if(!isect(s,o,d,&h,0,BIG)){L=add(L,had(T,env(s,o,d,vis)));return L;}
    V p=mad(o,d,h.t);
    if(h.prim>=s->nT){
      const Gem*g=&s->gem[h.prim-s->nT];const Mat*m=&s->mat[g->mat];V n=v3(g->nx[h.k],g->ny[h.k],g->nz[h.k]);
      float ci=-dot(d,n);float ior=m->A+m->B/(c->lam*c->lam);float F=fresnel(ci,ior);V r=mad(d,n,2*ci);
      float eta=1/ior,ct=sqrtf(1-eta*eta*(1-ci*ci));V e=nrm(add(mul(d,eta),mul(n,eta*ci-ct)));
      if(aov){aov[0]=n.x;aov[1]=n.y;aov[2]=n.z;aov[3]=1;aov[6]=2;aov=0;}
      if(vis==VD){return add(L,had(T,mul(s->domeD,.75f)));}
      V w=mono?v3(1,1,1):c->w;
      if(depth==0){
        L=add(L,had(T,mul(Li(c,mad(p,n,1e-4f),r,depth+1,VR,mono,dd,0),F)));
        return add(L,had(T,mul(had(w,inside(c,g,m,mad(p,n,-1e-5f),e,ior,depth,dd,1)),1-F)));}
      if(rnd(c)<F){o=mad(p,n,1e-4f);d=r;vis=VR;continue;}
      return add(L,had(T,had(w,inside(c,g,m,mad(p,n,-1e-5f),e,ior,depth,dd,depth<3&&vis!=VG))));}
    const Tri*t=&s->tri[h.prim];const Mat*m=&s->mat[s->tm[h.prim]];const float*N=s->nr+9*(size_t)h.prim;float w0=1-h.u-h.v;
    V gn=nrm(cross(t->e1,t->e2)),n=nrm(v3(w0*N[0]+h.u*N[3]+h.v*N[6],w0*N[1]+h.u*N[4]+h.v*N[7],w0*N[2]+h.u*N[5]+h.v*N[8]));
    if(dot(gn,d)>0)gn=mul(gn,-1);
    if(dot(n,gn)<0)n=mul(n,-1);
    if(m->bump>0){V x=mul(p,m->bscale);float a=vnoise(x)-.5f,b=vnoise(add(x,v3(31.4f,7.7f,2.1f)))-.5f,e=vnoise(add(x,v3(-11.4f,17.7f,92.1f)))-.5f;
      V y=mul(x,2.7f);a+=.5f*(vnoise(y)-.5f);b+=.5f*(vnoise(add(y,v3(3.3f,5.1f,9.9f)))-.5f);n=nrm(add(n,mul(v3(a,b,e),m->bump)));}
    float nd=dot(n,d);if(nd>-.02f){n=nrm(mad(n,d,-(nd+.03f)));}
    if(aov){aov[0]=n.x;aov[1]=n.y;aov[2]=n.z;aov[3]=m->type==METAL||m->id>0;aov[6]=m->type==METAL?1:m->id;aov=0;}
    if(m->type==METAL){
      V hN=n;if(m->alpha>0){V a,b;basis(n,&a,&b);float u=q(c),f=6.2831853f*q(c);float t2=-m->alpha*m->alpha*logf(1-u*.9995f),tn=sqrtf(t2);hN=nrm(add(n,add(mul(a,tn*cosf(f)),mul(b,tn*sinf(f)))));}
      float ci=-dot(d,hN);if(ci<.01f){hN=n;ci=-dot(d,n);}
      V r=mad(d,hN,2*ci);float g=dot(r,gn);if(g<.005f){r=nrm(mad(r,gn,.01f-g));}
      float k=1-ci;k=k*k*k*k*k;T=had(T,v3(m->r+(1-m->r)*k,m->g+(1-m->g)*k,m->b+(1-m->b)*k));
      o=mad(p,gn,2e-4f);d=r;if(vis!=VD)vis=VM;else vis=VM;
      if(depth>5&&maxc(T)<.05f)return L;
      continue;}
    // diffuse, with an optional satin coat
    if(m->f0>0&&dd==0){float ci=fmaxf(0.f,-dot(d,n));float F=m->f0+(1-m->f0)*powf(1-ci,5)*.6f;
      float P0=depth==0?.25f:F;if(rnd(c)<P0){float pw=depth==0?F/P0:1;
        V a,b;basis(n,&a,&b);float u=rnd(c),f=6.2831853f*rnd(c);float tn=sqrtf(-m->alpha*m->alpha*logf(1-u*.999f));V hN=nrm(add(n,add(mul(a,tn*cosf(f)),mul(b,tn*sinf(f)))));
        V r=mad(d,hN,-2*dot(d,hN));if(dot(r,gn)>0){V R=Li(c,mad(p,gn,3e-4f),r,depth+1,VM,1,1,0);float mx=maxc(R);if(mx>6)R=mul(R,6/mx);L=add(L,mul(had(T,R),pw));}
        if(depth)return L;T=mul(T,1-F);}}
    if(vis==VG&&m->id==0)return add(L,had(T,had(mul(v3(m->r,m->g,m->b),m->edge>0?m->edge:1.f),s->E0)));      // the backdrop seen through a stone: its mean light, no noise
    if(m->edge!=0&&depth>0&&(vis==VM||vis==VR)){float y=(m->r+m->g+m->b)/3;      // the reflector a photographer lays in front of a dark set, grey where its own color would tint the metal
      T=m->edge>0?mul(T,m->edge):had(mul(T,-m->edge*y),v3(1/m->r,1/m->g,1/m->b));}
    return add(L,had(T,diffuse(c,p,n,d,m,depth,dd)));}
}

// ---------------------------------------------------------------- frame
typedef struct{S*s;int W,H,spp,base,nt;const uint8_t*act;const uint8_t*coarse;float*sum,*s2,*aov;int*cnt;int next;float clampv;}Job;
static void*work(void*p){Job*j=p;S*s=j->s;int tw=(j->W+15)/16,th=(j->H+15)/16;
  for(;;){int ti=__sync_fetch_and_add(&j->next,1);if(ti>=tw*th)break;if(j->act&&!j->act[ti])continue;
    int x0=ti%tw*16,y0=ti/tw*16,sb=j->coarse&&j->coarse[ti]?2:1;
    for(int y=y0;y<y0+16&&y<j->H;y+=sb)for(int x=x0;x<x0+16&&x<j->W;x+=sb){size_t k=(size_t)y*j->W+x;C c;c.s=s;c.rng=k*0x9E3779B97F4A7C15ULL+j->base*0xBF58476D1CE4E5B9ULL+7;rnd(&c);rnd(&c);
      C z=c;z.rng=k*0xD1342543DE82EF95ULL+99;rnd(&z);for(int i=0;i<10;i++)c.rot[i]=rnd(&z);
      V sm=v3(0,0,0),sq=sm;float av[7]={0};
      for(int i=0;i<j->spp;i++){c.idx=j->base+i;c.dim=0;float u=q(&c),v=q(&c),l=q(&c);
        float r=.44f*sqrtf(-2*logf(1-u*.9996f)),f=6.2831853f*v;float px=x+.5f*sb+r*sb*cosf(f),py=y+.5f*sb+r*sb*sinf(f);
        float lf=l*s->nw;int li=lf;if(li>=s->nw)li=s->nw-1;const float*w=s->wl+4*li;c.lam=w[0];c.w=v3(w[1],w[2],w[3]);
        float sx=(2*px/j->W-1)*s->tx,sy=(1-2*py/j->H)*s->ty;V d=nrm(add(add(mul(s->right,sx),mul(s->up,sy)),mul(s->back,-1)));V o=s->eye;
        if(s->lens>0){float rr=s->lens*sqrtf(rnd(&c)),ff=6.2831853f*rnd(&c);V fp=mad(s->eye,d,s->focus/-dot(d,s->back));o=add(s->eye,add(mul(s->right,rr*cosf(ff)),mul(s->up,rr*sinf(ff))));d=nrm(sub(fp,o));}
        float a[7]={0};V L=Li(&c,o,d,0,VC,0,0,a);float mx=maxc(L);if(!(mx<1e9f))L=v3(0,0,0);else if(mx>j->clampv)L=mul(L,j->clampv/mx);
        sm=add(sm,L);V g=v3(fminf(L.x,4),fminf(L.y,4),fminf(L.z,4));sq=add(sq,had(g,g));for(int z=0;z<7;z++)av[z]+=a[z];}
      for(int yy=0;yy<sb;yy++)for(int xx=0;xx<sb;xx++){if(y+yy>=j->H||x+xx>=j->W)continue;k=(size_t)(y+yy)*j->W+x+xx;
      j->sum[3*k]+=sm.x;j->sum[3*k+1]+=sm.y;j->sum[3*k+2]+=sm.z;j->s2[3*k]+=sq.x;j->s2[3*k+1]+=sq.y;j->s2[3*k+2]+=sq.z;j->cnt[k]+=j->spp;
      for(int z=0;z<7;z++)j->aov[7*k+z]+=av[z];}}}
  return 0;}
// what the middle of every 4 x 4 block of pixels shows first: 0 backdrop, 1 metal, 2 stone, 3 form or cloth
void look(S*s,int W,int H,uint8_t*out){int w=(W+3)/4,h=(H+3)/4;
  for(int y=0;y<h;y++)for(int x=0;x<w;x++){float sx=(2*(4*x+2.f)/W-1)*s->tx,sy=(1-2*(4*y+2.f)/H)*s->ty;V d=nrm(add(add(mul(s->right,sx),mul(s->up,sy)),mul(s->back,-1)));Hit q;uint8_t r=0;
    if(isect(s,s->eye,d,&q,0,BIG)){const Mat*m=q.prim>=s->nT?&s->mat[s->gem[q.prim-s->nT].mat]:&s->mat[s->tm[q.prim]];r=m->type==METAL?1:m->type==GEM?2:(uint8_t)m->id;}out[(size_t)y*w+x]=r;}}
void render(S*s,int W,int H,int spp,int base,int nt,const uint8_t*act,const uint8_t*coarse,float*sum,float*s2,float*aov,int*cnt,float clampv){
  Job j={s,W,H,spp,base,nt,act,coarse,sum,s2,aov,cnt,0,clampv};pthread_t t[16];for(int i=0;i<nt;i++)pthread_create(&t[i],0,work,&j);for(int i=0;i<nt;i++)pthread_join(t[i],0);}
S*scene(int nT,const float*tri,const float*nr,const int*tm,int nG,const int*gp,const float*planes,const float*gbox,const int*gm,const float*mats,int nC,const float*cards,
        int nL,const float*lob,const float*dome,int nw,const float*wl){
  S*s=calloc(1,sizeof*s);s->nT=nT;s->nG=nG;s->nC=nC;s->nL=nL;s->nr=nr;s->tm=tm;s->mat=(const Mat*)mats;s->card=(const Card*)cards;s->lob=lob;s->wl=wl;s->nw=nw;
  s->tri=aligned_alloc(64,((sizeof(Tri)*(size_t)(nT+1)+63)/64)*64);for(int i=0;i<nT;i++){const float*a=tri+9*(size_t)i;Tri*t=&s->tri[i];t->a=v3(a[0],a[1],a[2]);t->e1=sub(v3(a[3],a[4],a[5]),t->a);t->e2=sub(v3(a[6],a[7],a[8]),t->a);}
  s->gem=calloc(nG+1,sizeof(Gem));int n=nT+nG;Box*b=malloc(sizeof(Box)*(n+1));
  for(int i=0;i<nT;i++){const float*a=tri+9*(size_t)i;for(int k=0;k<3;k++){(&b[i].lo.x)[k]=fminf(a[k],fminf(a[3+k],a[6+k]));(&b[i].hi.x)[k]=fmaxf(a[k],fmaxf(a[3+k],a[6+k]));}b[i].c=mul(add(b[i].lo,b[i].hi),.5f);}
  const float*pl=planes;
  for(int i=0;i<nG;i++){Gem*g=&s->gem[i];g->n=gp[i];g->np=(g->n+15)/16*16;g->mat=gm[i];float*m=aligned_alloc(64,sizeof(float)*4*g->np);g->nx=m;g->ny=m+g->np;g->nz=m+2*g->np;g->d=m+3*g->np;
    for(int k=0;k<g->np;k++){const float*f=pl+4*(k<g->n?k:0);g->nx[k]=f[0];g->ny[k]=f[1];g->nz[k]=f[2];g->d[k]=f[3];}pl+=4*g->n;
    const float*x=gbox+6*i;g->lo=v3(x[0],x[1],x[2]);g->hi=v3(x[3],x[4],x[5]);g->c=mul(add(g->lo,g->hi),.5f);V e=sub(g->hi,g->c);g->r2=dot(e,e);b[nT+i].lo=g->lo;b[nT+i].hi=g->hi;b[nT+i].c=g->c;}
  s->prim=malloc(4*(n+1));for(int i=0;i<n;i++)s->prim[i]=i;s->node=aligned_alloc(64,sizeof(Node)*(2*(size_t)n+2));build(s,b,s->prim,0,n,0);free(b);
  s->node8=aligned_alloc(64,sizeof(Node8)*((size_t)s->nn+1));widen(s,0);
  s->nlp=(nL+15)/16*16;s->lx=aligned_alloc(64,4*4*(s->nlp+16));s->ly=s->lx+s->nlp;s->lz=s->ly+s->nlp;s->lc=s->lz+s->nlp;
  for(int i=0;i<s->nlp;i++){if(i<nL){s->lx[i]=lob[8*i];s->ly[i]=lob[8*i+1];s->lz[i]=lob[8*i+2];s->lc[i]=lob[8*i+3];}else{s->lx[i]=s->ly[i]=s->lz[i]=0;s->lc[i]=9;}}
  s->domeM=v3(dome[0],dome[1],dome[2]);s->domeG=v3(dome[3],dome[4],dome[5]);s->domeD=v3(dome[6],dome[7],dome[8]);s->bgc=v3(dome[9],dome[10],dome[11]);
  float tot=0;for(int i=0;i<nC;i++)if((int)s->card[i].mask&4){const Card*c=&s->card[i];float w=c->hw*c->hh*(c->r+c->g+c->b)/(c->cx*c->cx+c->cy*c->cy+c->cz*c->cz+1e-6f);s->lt[s->nLt]=i;s->ltp[s->nLt++]=w;tot+=w;}
  for(int i=0;i<s->nLt;i++)s->ltp[i]/=tot;
  s->E0=mul(s->domeD,.85f);for(int i=0;i<s->nLt;i++){const Card*l=&s->card[s->lt[i]];V w=v3(l->cx,l->cy,l->cz);float r2=dot(w,w);w=nrm(w);V n=cross(v3(l->ux,l->uy,l->uz),v3(l->vx,l->vy,l->vz));
    s->E0=add(s->E0,mul(v3(l->r,l->g,l->b),fmaxf(0,w.z)*fabsf(dot(n,w))*4*l->hw*l->hh/(r2*3.14159265f)));}
  s->E0=mul(s->E0,.72f);
  return s;}
void camera(S*s,const float*f){s->eye=v3(f[0],f[1],f[2]);s->right=v3(f[3],f[4],f[5]);s->up=v3(f[6],f[7],f[8]);s->back=v3(f[9],f[10],f[11]);s->tx=f[12];s->ty=f[13];s->lens=f[14];s->focus=f[15];s->headdir=nrm(v3(f[16],f[17],f[18]));s->headcos=f[19];}
void done(S*s){for(int i=0;i<s->nG;i++)free(s->gem[i].nx);free(s->gem);free(s->tri);free(s->node);free(s->node8);free(s->prim);free(s->lx);free(s);}

// ---------------------------------------------------------------- denoise: non-local means that knows each pixel's own noise
I float fexp(float x){if(x<-12.f)return 0.f;x=1.f+x/64.f;x*=x;x*=x;x*=x;x*=x;x*=x;x*=x;return x;}
typedef struct{const float*g,*var,*f;int F,W,H,rad,next;float k,ig;float*out;}NJ;
static void*nwork(void*p){NJ*j=p;int W=j->W,H=j->H,rad=j->rad,F=j->F;const int B=32;float*d=malloc(4*(size_t)(W+2)*(B+2)),*ws=malloc(4*(size_t)W*B);
  for(;;){int y0=__sync_fetch_and_add(&j->next,B);if(y0>=H)break;int y1=y0+B<H?y0+B:H;memset(ws,0,4*(size_t)W*B);
    for(int dy=-rad;dy<=rad;dy++)for(int dx=-rad;dx<=rad;dx++){if(dx*dx+dy*dy>rad*rad+1)continue;
      for(int y=y0-1;y<=y1;y++){int ya=y<0?0:y>=H?H-1:y,yb=ya+dy;yb=yb<0?-yb:yb>=H?2*H-2-yb:yb;float*D=d+(size_t)(y-y0+1)*(W+2)+1;
        for(int x=0;x<W;x++){int xb=x+dx;xb=xb<0?-xb:xb>=W?2*W-2-xb:xb;size_t a=(size_t)ya*W+x,b=(size_t)yb*W+xb;const float*ga=j->g+3*a,*gb=j->g+3*b;float va=j->var[a],vb=j->var[b];
          float p=ga[0]-gb[0],q=ga[1]-gb[1],r=ga[2]-gb[2];D[x]=((p*p+q*q+r*r)*(1/3.f)-(va+(vb<va?vb:va)))/(1e-7f+j->k*(va+vb));}
        D[-1]=D[0];D[W]=D[W-1];}
      for(int y=y0;y<y1;y++){int yb=y+dy;yb=yb<0?-yb:yb>=H?2*H-2-yb:yb;float*D=d+(size_t)(y-y0+1)*(W+2)+1;
        for(int x=0;x<W;x++){int xb=x+dx;xb=xb<0?-xb:xb>=W?2*W-2-xb:xb;float e=0;for(int yy=-1;yy<=1;yy++)for(int xx=-1;xx<=1;xx++)e+=D[(long)yy*(W+2)+x+xx];e*=(1/9.f);if(e<0)e=0;
          size_t a=(size_t)y*W+x,b=(size_t)yb*W+xb;float df=0;for(int k=0;k<F;k++){float z=j->f[a*F+k]-j->f[b*F+k];df+=z*z;}
          float w=fexp(-e-df*j->ig);float*o=j->out+3*a;const float*gb=j->g+3*b;o[0]+=w*gb[0];o[1]+=w*gb[1];o[2]+=w*gb[2];ws[(size_t)(y-y0)*W+x]+=w;}}}
    for(int y=y0;y<y1;y++)for(int x=0;x<W;x++){float w=1/ws[(size_t)(y-y0)*W+x];float*o=j->out+3*((size_t)y*W+x);o[0]*=w;o[1]*=w;o[2]*=w;}}
  free(d);free(ws);return 0;}
void nlmv(const float*g,const float*var,const float*f,int F,float*out,int W,int H,int rad,float k,float gn,int nt){
  memset(out,0,12*(size_t)W*H);NJ j={g,var,f,F,W,H,rad,0,k,1/(2*gn*gn),out};pthread_t t[16];for(int i=0;i<nt;i++)pthread_create(&t[i],0,nwork,&j);for(int i=0;i<nt;i++)pthread_join(t[i],0);}
